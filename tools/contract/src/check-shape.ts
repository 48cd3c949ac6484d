import { join } from 'node:path';
import { createShapeCheck, type YamlFile } from '@cascade/yaml-file';
import { ContractError } from './contract-error.ts';

/** Names of the schemas in spec/schemas. */
export type ShapeName = 'problems' | 'reasons' | 'demo-numbers' | 'limits' | 'clauses' | 'decision';

/**
 * A check of files against `spec/schemas/<shape>.schema.yaml`, which gives their value.
 * @throws {ContractError} with every deviation.
 */
export function shapeCheck<Shape>(root: string, shape: ShapeName): (file: YamlFile) => Shape {
  const check = createShapeCheck<Shape>({ schemaFile: join(root, `spec/schemas/${shape}.schema.yaml`) });
  return (file) => {
    const checked = check(file.value);
    if ('faults' in checked) throw new ContractError(checked.faults.map(file.locate));
    return checked.value;
  };
}
