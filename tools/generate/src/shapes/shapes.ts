import { readYamlFile, repositoryRoot } from '@cascade/contract';
import { banner, type GeneratedFile } from '../generated-file.ts';
import { shapeModule, shapeTypes } from './shape-module.ts';

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
