import * as openapiGenerator from '../openapi-generator.ts';
import type { Tool } from '../tool.ts';

const choices = [
  'Action',
  'ChannelContent_header',
  'ChannelContent_footer',
  'ChattwoContent_allOf_messageMatcherId',
  'ChattwoContent_allOf_flowId',
];
const mappings = ['--schema-mappings', choices.map((schema) => `${schema}=kotlin.Any`).join(',')] as const;

/**
 * A Kotlin client by OpenAPI Generator over OkHttp, with Moshi. The mapping: a choice of several is otherwise a class
 * without members.
 */
export const openapiGeneratorKotlin: Tool = {
  name: 'openapi-generator kotlin',
  version: openapiGenerator.version,
  language: 'Kotlin',
  reads: 'openapi',
  lines: {
    install: openapiGenerator.installLine,
    generate: `java -jar ${openapiGenerator.jar} generate -g kotlin -i openapi-for-generators.yaml -o api ${mappings.join(' ')}`,
    call: 'val answer = MessagesApi().scheduleMessageWithHttpInfo(request)',
  },
  needs: openapiGenerator.needs,
  programs: { 'openapi-generator-kotlin.kt': 'Main.kt' },
  install: (home) => [
    ...openapiGenerator.install(home),
    openapiGenerator.copyLibraries('openapi-generator-kotlin.xml', home),
  ],
  generate: (home, description, folder) => [
    [
      ...openapiGenerator.generate('kotlin', 'serializationLibrary=moshi', {
        home,
        description,
        target: `${folder}/api`,
      }),
      ...mappings,
    ],
  ],
  compile: (home, folder) => [
    ['find', `${home}/libraries`, '-name', '*.jar', '-fprintf', `${folder}/libraries`, ':%p'],
    [
      'java',
      ...['-cp', `${home}/libraries/*`, 'org.jetbrains.kotlin.cli.jvm.K2JVMCompiler'],
      ...['-nowarn', '-no-stdlib', '-no-reflect', '-cp', `@${folder}/libraries`],
      ...['-d', `${folder}/classes`, folder],
    ],
  ],
  run: (home, folder, steps) => ['java', '-cp', `${folder}/classes:${home}/libraries/*`, 'MainKt', steps],
};
