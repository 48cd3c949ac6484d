import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { explainErrors } from './explain-errors.ts';
import type { Fault } from './fault.ts';

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

/** The value if it matches the schema, otherwise every deviation. */
export type ShapeCheck<Shape> = (
  value: unknown,
) => { readonly value: Shape } | { readonly faults: readonly Fault[] };

export interface ShapeCheckOptions {
  /** A JSON Schema (2020-12) in YAML. Where a pattern does not match, the description says what was expected. */
  readonly schemaFile: string | URL;
  /** Whether the value may be a secret: messages then show its type only. */
  isSecret?(pointer: string): boolean;
}

/** Checks values by a JSON Schema, which is compiled on first use. */
export function createShapeCheck<Shape>({
  schemaFile,
  isSecret = () => false,
}: ShapeCheckOptions): ShapeCheck<Shape> {
  let validate: ValidateFunction<Shape> | undefined;
  return (value) => {
    validate ??= compileSchema<Shape>(schemaFile);
    return validate(value) ? { value } : { faults: explainErrors(validate.errors ?? [], isSecret) };
  };
}

function compileSchema<Shape>(schemaFile: string | URL): ValidateFunction<Shape> {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true });
  ajv.addFormat('uuid', uuid);
  ajv.addFormat('date-time', (text) => dateTime.test(text) && !Number.isNaN(Date.parse(text)));
  return ajv.compile<Shape>(parse(readFileSync(schemaFile, 'utf8')));
}
