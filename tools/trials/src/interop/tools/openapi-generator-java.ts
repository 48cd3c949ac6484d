import * as openapiGenerator from '../openapi-generator.ts';
import type { Tool } from '../tool.ts';

const properties = 'library=native,containerDefaultToNull=true';
const mappings = ['--schema-mappings', 'AnyObject=Object'] as const;

/**
 * A Java client by OpenAPI Generator over the HTTP client that Java has, with Jackson. The mapping: Java has no class
 * of a map for a choice of several. The property: a list that is not set is not sent.
 */
export const openapiGeneratorNative: Tool = {
  name: 'openapi-generator java native',
  version: openapiGenerator.version,
  language: 'Java',
  reads: 'openapi',
  lines: {
    install: `mvn dependency:copy -Dartifact=org.openapitools:openapi-generator-cli:${openapiGenerator.version} -DoutputDirectory=.`,
    generate: `java -jar openapi-generator-cli-${openapiGenerator.version}.jar generate -g java -i openapi-for-generators.yaml -o api --additional-properties ${properties} ${mappings.join(' ')}`,
    call: 'var answer = new MessagesApi(client).scheduleMessage(request);',
  },
  needs: [...openapiGenerator.needs, ['javac', '--version']],
  programs: { 'RoundTrip.java': 'RoundTrip.java', 'openapi-generator-native.java': 'Main.java' },
  install: (home) => [
    ...openapiGenerator.install(home),
    openapiGenerator.copyLibraries('openapi-generator-java.xml', home),
  ],
  generate: (home, description, folder) => [
    [
      ...openapiGenerator.generate('java', properties, {
        home,
        description,
        target: `${folder}/api`,
      }),
      ...mappings,
    ],
  ],
  compile: (home, folder) => [
    ['find', folder, '-name', '*.java', '-fprint', `${folder}/sources`],
    ['javac', '-nowarn', '-cp', `${home}/libraries/*`, '-d', `${folder}/classes`, `@${folder}/sources`],
  ],
  run: (home, folder, steps) => ['java', '-cp', `${folder}/classes:${home}/libraries/*`, 'Main', steps],
};
