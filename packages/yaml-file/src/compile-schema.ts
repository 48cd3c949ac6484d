import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parse } from 'yaml';
import type { CompiledShape } from './compiled-shape.ts';
import { formats } from './formats.ts';

/** Compiles a JSON Schema (2020-12) in YAML. Loads Ajv, which who has only compiled checks does without. */
export function compileSchema(schemaFile: string | URL): CompiledShape {
  const { Ajv2020 }: typeof import('ajv/dist/2020.js') = createRequire(import.meta.url)('ajv/dist/2020.js');
  const ajv = new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true, formats });
  return ajv.compile(parse(readFileSync(schemaFile, 'utf8')));
}
