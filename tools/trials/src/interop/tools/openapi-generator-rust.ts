import * as cargo from '../cargo.ts';
import * as openapiGenerator from '../openapi-generator.ts';
import type { Tool } from '../tool.ts';

/** A Rust client by OpenAPI Generator over reqwest, compiled without TLS: the mock speaks plain HTTP. */
export const openapiGeneratorRust: Tool = {
  name: 'openapi-generator rust',
  version: openapiGenerator.version,
  language: 'Rust',
  reads: 'openapi',
  lines: {
    install: openapiGenerator.installLine,
    generate: `java -jar ${openapiGenerator.jar} generate -g rust -i openapi-for-generators.yaml -o api --additional-properties packageName=api`,
    call: 'let result = messages_api::schedule_message(&configuration, request).await?;',
  },
  needs: [...openapiGenerator.needs, ['cargo', '--version']],
  programs: { 'openapi-generator.rs': 'src/main.rs', 'openapi-generator.toml': 'Cargo.toml' },
  install: openapiGenerator.install,
  generate: (home, description, folder) => [
    openapiGenerator.generate('rust', 'packageName=api,library=reqwest', {
      home,
      description,
      target: `${folder}/api`,
    }),
  ],
  compile: (home, folder) => [cargo.build(home, folder)],
  run: (home, _, steps) => cargo.run(home, steps),
};
