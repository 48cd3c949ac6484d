import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { explainErrors } from './explain-errors.ts';
import type { Fault } from './fault.ts';
import { formats } from './formats.ts';

/** The value if it matches the schema, otherwise every deviation. */
export type ShapeCheck<Shape> = (
  value: unknown,
) => { readonly value: Shape } | { readonly faults: readonly Fault[] };

/** Where a pattern does not match, the description beside it says what was expected. */
export type ShapeCheckOptions = SchemaSource & {
  /** Whether the value may be a secret: messages then show its type only. */
  isSecret?(pointer: string): boolean;
};

/** Where the schema is. */
export type SchemaSource =
  /** A JSON Schema (2020-12) in YAML, compiled on first use. */
  | { readonly schemaFile: string | URL }
  /** The same, compiled ahead. */
  | { readonly compiled: CompiledShape };

/** Checks values by a JSON Schema. */
export function createShapeCheck<Shape>(options: ShapeCheckOptions): ShapeCheck<Shape> {
  const { isSecret = () => false } = options;
  let validate: CompiledShape | undefined;
  return (value) => {
    validate ??= 'compiled' in options ? options.compiled : compileSchema(options.schemaFile);
    if (validate(value)) return { value: value as Shape };
    return { faults: explainErrors((validate.errors ?? []) as ErrorObject[], isSecret) };
  };
}

/** A check that Ajv has compiled with `verbose` and `allErrors`. */
export interface CompiledShape {
  (value: unknown): boolean;
  /** Ajv's, every one, if the last value does not match. */
  readonly errors?: readonly object[] | null;
}

/** By the text of the schema: to compile one takes longer than to check a file by it. */
const compiledSchemas = new Map<string, CompiledShape>();

/** Compiles a JSON Schema (2020-12) in YAML, once. Ajv is not loaded when the checks are precompiled. */
function compileSchema(schemaFile: string | URL): CompiledShape {
  const text = readFileSync(schemaFile, 'utf8');
  const known = compiledSchemas.get(text);
  if (known !== undefined) return known;
  const { Ajv2020 }: typeof import('ajv/dist/2020.js') = createRequire(import.meta.url)('ajv/dist/2020.js');
  const ajv = new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true, formats });
  const compiled: CompiledShape = ajv.compile(parse(text));
  compiledSchemas.set(text, compiled);
  return compiled;
}
