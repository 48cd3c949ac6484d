import * as openapiGenerator from '../openapi-generator.ts';
import type { Tool } from '../tool.ts';

const properties = 'packageName=api,withGoMod=false,enumClassPrefix=true';

/** A Go client by OpenAPI Generator. The prefix: several lists of the full description have a value of the same name. */
export const openapiGeneratorGo: Tool = {
  name: 'openapi-generator go',
  version: openapiGenerator.version,
  language: 'Go',
  reads: 'openapi',
  lines: {
    install: openapiGenerator.installLine,
    generate: `java -jar ${openapiGenerator.jar} generate -g go -i openapi-for-generators.yaml -o api --additional-properties enumClassPrefix=true`,
    call: 'result, response, err := client.MessagesAPI.ScheduleMessage(ctx).SchedulingRequest(body).Execute()',
  },
  needs: [...openapiGenerator.needs, ['go', 'version']],
  programs: { 'openapi-generator.go': 'main.go', 'steps.go': 'steps.go' },
  install: openapiGenerator.install,
  generate: (home, description, folder) => [
    openapiGenerator.generate('go', properties, {
      home,
      description,
      target: `${folder}/api`,
    }),
  ],
  compile: (_, folder) => [
    ['rm', '-f', `${folder}/go.mod`],
    ['go', 'mod', 'init', 'interop'],
    ['go', 'mod', 'tidy'],
    ['go', 'build', '-p', '1', '-o', `${folder}/main`, '.'],
  ],
  run: (_, folder, steps) => [`${folder}/main`, steps],
};
