import type { SchemaSource } from '@cascade/yaml-file';

/** The schema of a provider file. The packed package has its compiled check in place of this module. */
export const shape: SchemaSource = {
  schemaFile: new URL(import.meta.resolve('@cascade/spec/schemas/accounts.schema.yaml')),
};
