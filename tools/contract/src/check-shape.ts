import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createShapeCheck, type ShapeCheck, type YamlFile } from '@cascade/yaml-file';
import { ContractError } from './contract-error.ts';

/** Names of the schemas in spec/schemas. */
export type ShapeName = 'problems' | 'reasons' | 'demo-numbers' | 'limits' | 'clauses' | 'decision';

/**
 * A check of files against `spec/schemas/<shape>.schema.yaml`, which gives their value.
 * @throws {ContractError} with every deviation.
 */
export function shapeCheck<Shape>(root: string, shape: ShapeName): (file: YamlFile) => Shape {
  const check = compileOnce(join(root, `spec/schemas/${shape}.schema.yaml`)) as ShapeCheck<Shape>;
  return (file) => {
    const checked = check(file.value);
    if ('faults' in checked) throw new ContractError(checked.faults.map(file.locate));
    return checked.value;
  };
}

/** The checks by the text of their schemas, since compiling takes longer than checking. */
const compiled = new Map<string, ShapeCheck<unknown>>();

function compileOnce(schemaFile: string): ShapeCheck<unknown> {
  const schema = readFileSync(schemaFile, 'utf8');
  const check = compiled.get(schema) ?? createShapeCheck({ schemaFile });
  compiled.set(schema, check);
  return check;
}
