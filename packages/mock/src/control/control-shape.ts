import type { SchemaSource } from '@cascade/yaml-file';

/** The schema of control requests. The packed package has its compiled check in place of this module. */
export const shape: SchemaSource = {
  schemaFile: new URL('../generated/control.schema.yaml', import.meta.url),
};
