import { isObject, objectOf, parsePointer } from '@cascade/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { follow, isReference, namedExamples, type Placed } from '../lib/nodes.ts';
import { subSchemas } from '../lib/sub-schemas.ts';
import type { Location, Resolve, Rule, RuleContext, Visitor } from '../redocly.ts';

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
  'x-problem-rules',
  'discriminator',
  'example',
  'externalDocs',
  'xml',
];

/** Compares values with schemas by JSON Schema 2020-12; each schema is compiled once. */
class Fitter {
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

/**
 * `examples-fit` (OpenAPI): every example fits its schema by JSON Schema 2020-12, with the formats `uuid` and
 * `date-time` enforced: those of media types, parameters and headers, and those in schemas. A keyword or `x-`
 * annotation that is not known is an error of the schema; Redocly's own rules accept unknown annotations.
 */
export const examplesFit: Rule = () => {
  const fitter = new Fitter();
  const holder: Visitor = {
    enter(node, context) {
      if (!isObject(node)) return;
      const schema = follow(node.schema, context.location.child('schema'), context.resolve);
      if (schema === undefined) return;
      const named = namedExamples({ node, location: context.location }, context.resolve);
      for (const { value, location } of named) report(fitter, value, location, schema, context);
      if ('example' in node) report(fitter, node.example, context.location.child('example'), schema, context);
    },
  };
  return { MediaType: holder, Parameter: holder, Header: holder, Schema: inSchema(fitter) };
};

/**
 * `examples-fit` (AsyncAPI): payload and headers of every message example fit the message, and the examples
 * in schemas fit those. Redocly does not look at the examples of messages at all.
 */
export const messageExamplesFit: Rule = () => {
  const fitter = new Fitter();
  return {
    Message: {
      enter(message, context) {
        if (!isObject(message) || !Array.isArray(message.examples)) return;
        for (const [index, entry] of message.examples.entries()) {
          const example = follow(entry, context.location.child(['examples', index]), context.resolve);
          if (example !== undefined)
            checkMessage(fitter, example, { node: message, location: context.location }, context);
        }
      },
    },
    Schema: inSchema(fitter),
  };
};

function checkMessage(fitter: Fitter, example: Placed, message: Placed, context: RuleContext): void {
  for (const part of ['payload', 'headers']) {
    const schema = follow(message.node[part], message.location.child(part), context.resolve);
    const value = follow(example.node[part], example.location.child(part), context.resolve);
    if (schema !== undefined && value !== undefined)
      report(fitter, value.node, value.location, schema, context);
  }
}

function inSchema(fitter: Fitter): Visitor {
  return {
    enter(schema, context) {
      if (!isObject(schema)) return;
      const placed = { node: schema, location: context.location };
      const examples = Array.isArray(schema.examples) ? schema.examples : [];
      for (const [index, value] of examples.entries()) {
        report(fitter, value, context.location.child(['examples', index]), placed, context);
      }
      if ('example' in schema)
        report(fitter, schema.example, context.location.child('example'), placed, context);
    },
  };
}

function report(
  fitter: Fitter,
  value: unknown,
  location: Location,
  schema: Placed,
  context: RuleContext,
): void {
  for (const { pointer, message } of fitter.misfits(value, schema, context.resolve)) {
    const place = pointer === '' ? location : location.child(parsePointer(pointer));
    context.report({
      message: `The example does not fit its schema: ${pointer === '' ? '' : `${pointer} `}${message}.`,
      location: place,
    });
  }
}
