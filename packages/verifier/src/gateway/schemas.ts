import { Ajv2020 } from 'ajv/dist/2020.js';
import { readSchemas } from './read-schemas.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/** Says why a value does not fit a schema of the protocol; undefined if it fits. */
export type Misfit = (schema: 'AttemptAnswer' | 'Receipt', value: unknown) => string | undefined;

export function loadMisfit(): Misfit {
  const ajv = new Ajv2020({ strict: false, formats: { uuid, 'date-time': dateTime } });
  ajv.addSchema(readSchemas(), 'gateway');
  return (schema, value) =>
    ajv.validate({ $ref: `gateway#/components/schemas/${schema}` }, value)
      ? undefined
      : ajv.errorsText(ajv.errors, { dataVar: schema === 'Receipt' ? 'receipt' : 'answer' });
}
