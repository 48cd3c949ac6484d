import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';

const read = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(import.meta.resolve(`@cascade/spec/${path}`)), 'utf8'));

/** The scheduling requests of the samples, most of them valid, as JSON. */
export function sampleRequests(): readonly string[] {
  const { cases } = read('samples/requests.json') as {
    readonly cases: readonly { readonly request: unknown }[];
  };
  return cases.map(({ request }) => JSON.stringify(request));
}

/** The description of the API, all of it, as a document that Ajv can refer into. */
export function describedSchemas(): object {
  const { components } = read('generated/openapi.json') as { readonly components: object };
  return { $id: 'cascade', components };
}

/** What plain Ajv needs for the description beside it. The formats are those of RFC 9562 and RFC 3339, in short. */
export const ajvOptions = {
  allErrors: true,
  strict: false,
  formats: {
    uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
    'date-time': /^\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d(?::[0-6]\d(?:\.\d+)?)?(?:Z|[+-][0-2]\d:?[0-5]\d)$/i,
  },
} as const;

export const requestReference = 'cascade#/components/schemas/SchedulingRequest';

/** The request schema, compiled by plain Ajv. */
export function compileByAjv(): (body: unknown) => boolean {
  const ajv = new Ajv2020({ ...ajvOptions, schemas: [describedSchemas()] });
  const validate = ajv.getSchema(requestReference);
  if (validate === undefined) throw new Error(`no schema ${requestReference}`);
  return (body) => validate(body) === true;
}
