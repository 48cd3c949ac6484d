import type { SchemaSource } from '@cascade/yaml-file';

/** The schema of a consumer's profile. The packed package has its compiled check in place of this module. */
export const shape: SchemaSource = {
  schemaFile: new URL('../../schemas/consumer.schema.yaml', import.meta.url),
};
