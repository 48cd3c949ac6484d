import type { SchemaSource } from '@cascade/yaml-file';

/** The schema of an accounts file. The packed package has its compiled check in place of this module. */
export const shape: SchemaSource = { schemaFile: new URL('../accounts.schema.yaml', import.meta.url) };
