import type { SchemaSource } from '@cascade/yaml-file';

/** The schema of a baseline. The packed package has its compiled check in place of this module. */
export const shape: SchemaSource = {
  schemaFile: new URL('../../schemas/baseline.schema.yaml', import.meta.url),
};
