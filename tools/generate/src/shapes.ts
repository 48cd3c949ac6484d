import { readYamlFile, repositoryRoot } from '@cascade/contract';
import { formats } from '@cascade/yaml-file';
import { _, Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { banner, type GeneratedFile } from './generated-file.ts';

/** What Ajv asks for by `require`, and what takes its place. */
const helpers = [
  {
    call: 'require("@cascade/yaml-file").formats',
    name: 'formats',
    line: `import { formats } from '@cascade/yaml-file';\n`,
  },
  {
    call: 'require("ajv/dist/runtime/ucs2length").default',
    name: 'codePointLength',
    line: `import { codePointLength } from '@cascade/yaml-file';\n`,
  },
  {
    call: 'require("ajv/dist/runtime/equal").default',
    name: 'isDeepStrictEqual',
    line: `import { isDeepStrictEqual } from 'node:util';\n`,
  },
];

/**
 * The JavaScript module that checks a YAML file by its schema, without Ajv. Its errors are those of a check that
 * `createShapeCheck` compiles at run time.
 */
export function shapeModule(schema: object): string {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    allowUnionTypes: true,
    formats,
    code: { source: true, esm: true, lines: true, formats: _`require("@cascade/yaml-file").formats` },
  });
  const compiled = standalone.default(ajv, ajv.compile(schema));
  const used = helpers.filter(({ call }) => compiled.includes(call));
  const source = used.reduce((text, { call, name }) => text.replaceAll(call, name), compiled);
  if (source.includes('require('))
    throw new Error('Ajv requires a helper that shape-module.ts does not replace; add it there');
  const imports = used.map(({ line }) => line).join('');
  return `${banner.code}${imports}${source}\n`;
}

/** The TypeScript declarations of every such module. */
const shapeTypes = [
  banner.code,
  `import type { CompiledShape } from '@cascade/yaml-file';\n\n`,
  'export declare const validate: CompiledShape;\n',
].join('');

/** Each schema of a file that a program reads at its start, and the module that checks such a file. */
export const shapeFiles = [
  { schema: 'spec/schemas/provider.schema.yaml', module: 'packages/mock/src/generated/provider-shape' },
  {
    schema: 'packages/service/src/config/service.schema.yaml',
    module: 'packages/service/src/generated/service-shape',
  },
  {
    schema: 'packages/service/src/accounts/accounts.schema.yaml',
    module: 'packages/service/src/generated/accounts-shape',
  },
  {
    schema: 'packages/verifier/schemas/profile.schema.yaml',
    module: 'packages/verifier/src/generated/profile-shape',
  },
] as const;

/** Programs that read YAML files check them by these: to load Ajv and compile a schema takes 0.2 s and 10 MiB. */
export function shapes(): GeneratedFile[] {
  const checks = shapeFiles.flatMap(({ schema, module }) => [
    { path: `${module}.js`, text: shapeModule(readSchema(schema)) },
    { path: `${module}.d.ts`, text: shapeTypes },
  ]);
  return [...checks, ...sampleProvider()];
}

/** The provider of a mock that is given no file, so that it need not load a reader of YAML. */
function sampleProvider(): GeneratedFile[] {
  const path = 'packages/mock/src/generated/sample-provider';
  const { value } = readYamlFile(repositoryRoot, 'spec/samples/provider.yaml');
  const types = [
    `import type { Provider } from '../provider/provider.ts';\n\n`,
    'export declare const sampleProvider: Provider;\n',
  ];
  return [
    {
      path: `${path}.js`,
      text: `${banner.code}export const sampleProvider = ${JSON.stringify(value, undefined, 2)};\n`,
    },
    { path: `${path}.d.ts`, text: `${banner.code}${types.join('')}` },
  ];
}

function readSchema(path: string): object {
  const { value } = readYamlFile(repositoryRoot, path);
  if (typeof value !== 'object' || value === null) throw new Error(`${path}: expected a schema`);
  return value;
}
