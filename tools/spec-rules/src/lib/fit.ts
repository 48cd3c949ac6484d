import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Resolve } from '../redocly.ts';
import { follow, isReference, objectOf, type Placed } from './nodes.ts';
import { subSchemas } from './sub-schemas.ts';

/** The formats that examples must have; a schema with any other format does not compile. */
export const formats = {
  /** RFC 9562 §4, in any letter case. */
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  /** RFC 3339 §5.6, and a day that the calendar has. */
  'date-time': (text: string): boolean =>
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/.test(text) && isOnCalendar(text),
};

/** `Date` turns 31 February into 3 March, so compare the day. */
function isOnCalendar(text: string): boolean {
  const day = text.slice(0, 10);
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(Date.parse(text)) && date.toISOString().startsWith(day);
}

type Mutable = Record<string, unknown>;

/** A copy of a schema without references to other files: every `$ref` points into its own `$defs`. */
function selfContained(root: Placed, resolve: Resolve): Mutable {
  const names = new Map<string, string>();
  const definitions: Mutable = {};

  const copyOf = ({ node, location }: Placed): Mutable => {
    const copy: Mutable = structuredClone(node);
    redirect(copy, location);
    return copy;
  };
  const redirect = (schema: Mutable, location: Placed['location']): void => {
    const target = isReference(schema) ? follow(schema, location, resolve) : undefined;
    if (target !== undefined) schema.$ref = `#/$defs/${nameOf(target)}`;
    for (const sub of subSchemas(schema)) redirect(sub.schema, location);
  };
  const nameOf = (target: Placed): string => {
    const key = target.location.absolutePointer;
    const known = names.get(key);
    if (known !== undefined) return known;
    const name = `schema-${names.size}`;
    names.set(key, name);
    definitions[name] = copyOf(target);
    return name;
  };

  const copy = copyOf(root);
  return { ...copy, $defs: { ...objectOf(copy.$defs), ...definitions } };
}

/** Why a value does not fit a schema: a JSON pointer into the value, and the error there. */
interface Misfit {
  readonly pointer: string;
  readonly message: string;
}

/** Our annotations, and those that OpenAPI adds to JSON Schema; any other unknown keyword is a mistake. */
const annotations = [
  'x-provenance',
  'x-clause',
  'x-decision',
  'x-assumed',
  'x-assumed-values',
  'x-further-members',
  'x-problem',
  'x-problem-default',
  'discriminator',
  'example',
  'externalDocs',
  'xml',
];

/** Compares values with schemas by JSON Schema 2020-12; each schema is compiled once. */
export class Fitter {
  readonly #ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    strictTypes: false,
    formats,
  });
  readonly #compiled = new Map<string, (value: unknown) => readonly Misfit[]>();

  constructor() {
    this.#ajv.addVocabulary(annotations);
  }

  /** All misfits of `value`; for a schema that cannot be compiled, the reason. */
  misfits(value: unknown, schema: Placed, resolve: Resolve): readonly Misfit[] {
    const key = schema.location.absolutePointer;
    const known = this.#compiled.get(key);
    const check = known ?? this.#compile(schema, resolve);
    if (known === undefined) this.#compiled.set(key, check);
    return check(value);
  }

  #compile(schema: Placed, resolve: Resolve): (value: unknown) => readonly Misfit[] {
    try {
      const validate = this.#ajv.compile(selfContained(schema, resolve));
      return (value) => (validate(value) ? [] : misfitsOf(validate.errors ?? []));
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      return () => [{ pointer: '', message: `its schema cannot be compiled: ${reason}` }];
    }
  }
}

/** Drops errors of `if`, which only repeat those of its `then`. */
function misfitsOf(errors: readonly { keyword: string; instancePath: string; message?: string }[]): Misfit[] {
  return errors
    .filter(({ keyword }) => keyword !== 'if')
    .map(({ keyword, instancePath, message = keyword }) => ({ pointer: instancePath, message }));
}
