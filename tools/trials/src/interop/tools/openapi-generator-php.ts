import * as openapiGenerator from '../openapi-generator.ts';
import type { Tool } from '../tool.ts';

/** A PHP client by OpenAPI Generator over Guzzle 7, which PHP must find on its include path. */
export const openapiGeneratorPhp: Tool = {
  name: 'openapi-generator php',
  version: openapiGenerator.version,
  language: 'PHP',
  reads: 'openapi',
  lines: {
    install: openapiGenerator.installLine,
    generate: `java -jar ${openapiGenerator.jar} generate -g php -i openapi-for-generators.yaml -o api --additional-properties invokerPackage=Cascade`,
    call: '$result = $messages->scheduleMessage(ObjectSerializer::deserialize($json, SchedulingRequest::class));',
  },
  needs: [...openapiGenerator.needs, ['php', '-r', "require 'GuzzleHttp/autoload.php';"]],
  programs: { 'openapi-generator.php': 'main.php' },
  install: openapiGenerator.install,
  generate: (home, description, folder) => [
    openapiGenerator.generate('php', 'invokerPackage=Cascade', {
      home,
      description,
      target: `${folder}/api`,
    }),
  ],
  compile: (_, folder) => [
    ['bash', '-c', `find '${folder}/api/lib' -name '*.php' -print0 | xargs -0 --max-args 1 php -l`],
  ],
  run: (_, folder, steps) => ['php', `${folder}/main.php`, steps],
};
