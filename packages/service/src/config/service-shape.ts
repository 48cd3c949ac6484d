import type { SchemaSource } from '@cascade/yaml-file';

/** The schema of a service file. The packed package has its compiled check in place of this module. */
export const shape: SchemaSource = { schemaFile: new URL('service.schema.yaml', import.meta.url) };
