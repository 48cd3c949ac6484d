import * as openapiGenerator from '../openapi-generator.ts';
import type { Tool } from '../tool.ts';

/** A Python client by OpenAPI Generator: Pydantic 2 models over urllib3. */
export const openapiGeneratorPython: Tool = {
  name: 'openapi-generator python',
  version: openapiGenerator.version,
  language: 'Python',
  reads: 'openapi',
  lines: {
    install: openapiGenerator.installLine,
    generate: `java -jar ${openapiGenerator.jar} generate -g python -i openapi-for-generators.yaml -o api --additional-properties packageName=api`,
    call: 'result = MessagesApi(client).schedule_message(SchedulingRequest.from_json(text))',
  },
  needs: [...openapiGenerator.needs, ['python3', '-m', 'venv', '--help']],
  programs: { 'openapi-generator.py': 'main.py' },
  install: (home) => [
    ...openapiGenerator.install(home),
    ['python3', '-m', 'venv', `${home}/venv`],
    [
      `${home}/venv/bin/pip`,
      'install',
      '--quiet',
      ...['urllib3==2.7.0', 'python-dateutil==2.9.0', 'pydantic==2.14.3', 'typing-extensions'],
    ],
  ],
  generate: (home, description, folder) => [
    openapiGenerator.generate('python', 'packageName=api', {
      home,
      description,
      target: `${folder}/generated`,
    }),
  ],
  compile: (home, folder) => [
    ['cp', '-r', `${folder}/generated/api`, `${folder}/api`],
    [`${home}/venv/bin/python`, '-c', 'import api'],
  ],
  run: (home, folder, steps) => [`${home}/venv/bin/python`, `${folder}/main.py`, steps],
};
