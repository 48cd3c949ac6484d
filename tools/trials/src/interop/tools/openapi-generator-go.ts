import type { Tool } from '../tool.ts';

const version = '7.25.0';
const properties = 'packageName=api,withGoMod=false';

/** A Go client by OpenAPI Generator, which is a Java program. */
export const openapiGeneratorGo: Tool = {
  name: 'openapi-generator go',
  version,
  language: 'Go',
  needs: [
    ['java', '-version'],
    ['mvn', '--version'],
    ['go', 'version'],
  ],
  programs: { 'openapi-generator.go': 'main.go' },
  install: (home) => [
    [
      'mvn',
      '--quiet',
      'dependency:copy',
      `-Dartifact=org.openapitools:openapi-generator-cli:${version}`,
      `-DoutputDirectory=${home}`,
    ],
  ],
  generate: (home, description, folder) => [
    [
      'java',
      '-jar',
      `${home}/openapi-generator-cli-${version}.jar`,
      ...['generate', '-g', 'go', '-i', description, '-o', `${folder}/api`],
      ...['--additional-properties', properties],
      ...[
        '--global-property',
        'apis,models,supportingFiles,apiTests=false,modelTests=false,apiDocs=false,modelDocs=false',
      ],
    ],
  ],
  compile: (_, folder) => [
    ['rm', '-f', `${folder}/go.mod`],
    ['go', 'mod', 'init', 'interop'],
    ['go', 'mod', 'tidy'],
    ['go', 'build', '-p', '1', '-o', `${folder}/main`, '.'],
  ],
  run: (_, folder, steps) => [`${folder}/main`, steps],
};
