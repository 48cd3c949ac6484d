import { formats } from '@cascade/yaml-file';
import { _, Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { banner } from '../generated-file.ts';

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
export const shapeTypes = [
  banner.code,
  `import type { CompiledShape } from '@cascade/yaml-file';\n\n`,
  'export declare const validate: CompiledShape;\n',
].join('');
