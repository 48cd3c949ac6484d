import { isObject, objectOf, parsePointer } from '@cascade/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { follow, isReference, namedExamples, type Placed } from '../lib/nodes.ts';
import { subSchemas } from '../lib/sub-schemas.ts';
import type { Location, Resolve, Rule, RuleContext, Visitor } from '../redocly.ts';

/** The formats that examples must have; a schema with any other format does not compile. */
export const exampleFormats = {
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

/** An example, its place, and the schema that it should fit. */
type Check = (value: unknown, location: Location, schema: Placed, context: RuleContext) => void;

/**
 * Compares examples with their schemas by JSON Schema 2020-12, and reports each misfit; a schema is compiled
 * once.
 */
function exampleCheck(): Check {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    strictTypes: false,
    formats: exampleFormats,
  });
  ajv.addVocabulary(annotations);
  const compiled = new Map<string, ValidateFunction | string>();
  const compile = (schema: Placed, resolve: Resolve) => {
    try {
      return ajv.compile(selfContained(schema, resolve));
    } catch (cause) {
      return `its schema cannot be compiled: ${cause instanceof Error ? cause.message : String(cause)}`;
    }
  };
  return (value, location, schema, { resolve, report }) => {
    const key = schema.location.absolutePointer;
    const validate = compiled.get(key) ?? compile(schema, resolve);
    compiled.set(key, validate);
    for (const { instancePath, message } of misfitsOf(validate, value)) {
      const place = instancePath === '' ? location : location.child(parsePointer(instancePath));
      const misfit = [instancePath, message].filter(Boolean).join(' ');
      report({ message: `The example does not fit its schema: ${misfit}.`, location: place });
    }
  };
}

/** Errors of `if` only repeat those of its `then`. A schema that could not be compiled is its reason. */
function misfitsOf(validate: ValidateFunction | string, value: unknown) {
  if (typeof validate === 'string') return [{ instancePath: '', message: validate }];
  return validate(value) ? [] : (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if');
}

/**
 * `examples-fit` (OpenAPI): every example fits its schema by JSON Schema 2020-12, with the formats `uuid` and
 * `date-time` enforced: those of media types, parameters and headers, and those in schemas. A keyword or `x-`
 * annotation that is not known is an error of the schema; Redocly's own rules accept unknown annotations.
 */
export const examplesFit: Rule = () => {
  const check = exampleCheck();
  const holder: Visitor = {
    enter(node, context) {
      if (!isObject(node)) return;
      const { location, resolve } = context;
      const schema = follow(node.schema, location.child('schema'), resolve);
      if (schema === undefined) return;
      for (const example of namedExamples({ node, location }, resolve))
        check(example.value, example.location, schema, context);
      if ('example' in node) check(node.example, location.child('example'), schema, context);
    },
  };
  return { MediaType: holder, Parameter: holder, Header: holder, Schema: inSchema(check) };
};

/**
 * `examples-fit` (AsyncAPI): payload and headers of every message example fit the message, and the examples
 * in schemas fit those. Redocly does not look at the examples of messages at all.
 */
export const messageExamplesFit: Rule = () => {
  const check = exampleCheck();
  const checkMessage = (example: Placed, message: Placed, context: RuleContext) => {
    for (const part of ['payload', 'headers']) {
      const schema = follow(message.node[part], message.location.child(part), context.resolve);
      const value = follow(example.node[part], example.location.child(part), context.resolve);
      if (schema !== undefined && value !== undefined) check(value.node, value.location, schema, context);
    }
  };
  return {
    Message: {
      enter(node, context) {
        if (!isObject(node) || !Array.isArray(node.examples)) return;
        const { location, resolve } = context;
        for (const [index, entry] of node.examples.entries()) {
          const example = follow(entry, location.child(['examples', index]), resolve);
          if (example !== undefined) checkMessage(example, { node, location }, context);
        }
      },
    },
    Schema: inSchema(check),
  };
};

function inSchema(check: Check): Visitor {
  return {
    enter(node, context) {
      if (!isObject(node)) return;
      const { location } = context;
      const examples = Array.isArray(node.examples) ? node.examples : [];
      for (const [index, value] of examples.entries())
        check(value, location.child(['examples', index]), { node, location }, context);
      if ('example' in node) check(node.example, location.child('example'), { node, location }, context);
    },
  };
}
