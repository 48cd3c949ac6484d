import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Resolve } from '../redocly.ts';
import { formats } from './formats.ts';
import type { Placed } from './reference.ts';
import { selfContained } from './self-contained.ts';

/** Why a value does not fit a schema: a JSON pointer into the value, and the error there. */
export interface Misfit {
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
