import * as openapiGenerator from '../openapi-generator.ts';
import type { Tool } from '../tool.ts';
import { compileTypescript, installFromNpm } from '../typescript.ts';

/** A TypeScript client over fetch by OpenAPI Generator. */
export const openapiGeneratorFetch: Tool = {
  name: 'openapi-generator typescript-fetch',
  version: openapiGenerator.version,
  language: 'TypeScript',
  reads: 'openapi',
  lines: {
    install: openapiGenerator.installLine,
    generate: `java -jar ${openapiGenerator.jar} generate -g typescript-fetch -i openapi-for-generators.yaml -o api --additional-properties supportsES6=true`,
    call: 'const result = await messages.scheduleMessage({ schedulingRequest })',
  },
  needs: [...openapiGenerator.needs, ['npm', '--version']],
  programs: {
    'openapi-generator-fetch.ts': 'main.ts',
    'steps.ts': 'steps.ts',
    'commonjs.json': 'package.json',
  },
  install: (home) => [...openapiGenerator.install(home), ...installFromNpm(home, [])],
  generate: (home, description, folder) => [
    openapiGenerator.generate('typescript-fetch', 'supportsES6=true', {
      home,
      description,
      target: `${folder}/api`,
    }),
  ],
  compile: (home, folder) => [compileTypescript(home, folder)],
  run: (_, folder, steps) => [process.execPath, `${folder}/js/main.js`, steps],
};
