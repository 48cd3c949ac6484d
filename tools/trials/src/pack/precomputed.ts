import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { formats } from '@cascade/yaml-file';
import { _, Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { parse } from 'yaml';
import { repositoryRoot } from './published.ts';

/**
 * Modules that read files of the repository when they run, by package. Packed, each has what it would have
 * made of the files: `shape` a compiled check, since to load Ajv and compile takes 0.2 s and 10 MiB; a
 * function its value.
 */
const modules: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'packages/mcp': { 'read-site': 'readSite' },
  'packages/mock': {
    'control/control-shape': 'shape',
    'description/read-document': 'readDocument',
    'provider/provider-shape': 'shape',
    'provider/read-sample-provider': 'readSampleProvider',
  },
  'packages/service': {
    'accounts/file/accounts-shape': 'shape',
    'config/service-shape': 'shape',
  },
  'packages/verifier': {
    'baseline/baseline-shape': 'shape',
    'description/load-described': 'loadDescribed',
    'description/read-description': 'readDescription',
    'gateway/read-schemas': 'readSchemas',
    'profile/consumer-shape': 'shape',
    'profile/profile-shape': 'shape',
    'profile/read-profile-schema': 'readProfileSchema',
    'scenario/clauses': 'loadClauses',
    'scenario/contract-places': 'readContractPlaces',
    'scenario/load-scenarios': 'loadScenarios',
  },
};

/** The JavaScript of every such module of a package, by its path in `src` without extension. */
export async function precomputed(folder: string): Promise<ReadonlyMap<string, string>> {
  const made = Object.entries(modules[folder] ?? {}).map(
    async ([module, name]) =>
      [module, await precompute(join(repositoryRoot, folder, 'src', `${module}.ts`), name)] as const,
  );
  return new Map(await Promise.all(made));
}

async function precompute(path: string, name: string): Promise<string> {
  const exports: Readonly<Record<string, unknown>> = await import(pathToFileURL(path).href);
  const found = exports[name];
  if (Object.keys(exports).join() !== name)
    throw new Error(`${path}: expected one export, ${name}; found ${Object.keys(exports)}`);
  if (typeof found !== 'function') return shapeModule(readSchema(found));
  const value: unknown = await found();
  const text = JSON.stringify(value);
  if (!isDeepStrictEqual(JSON.parse(text), value))
    throw new Error(`${path}: ${name}() returns what JSON cannot hold`);
  return `let value;\nexport const ${name} = () => (value ??= JSON.parse(${JSON.stringify(text)}));\n`;
}

function readSchema(source: unknown): object {
  const { schemaFile } = Object(source);
  const schema: unknown = parse(readFileSync(schemaFile, 'utf8'));
  if (typeof schema !== 'object' || schema === null) throw new Error(`${schemaFile}: expected a schema`);
  return schema;
}

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
 * The JavaScript of a module that checks a YAML file by its schema, without Ajv. Its errors are those of a
 * check that `createShapeCheck` compiles at run time.
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
    throw new Error('Ajv requires a helper that precomputed.ts does not replace; add it there');
  const imports = used.map(({ line }) => line).join('');
  return `${imports}${source}\nexport const shape = { compiled: validate };\n`;
}
