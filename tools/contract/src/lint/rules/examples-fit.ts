import { createShapeCheck, type ShapeCheck } from '@cascade/yaml-file';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { annotations, isObject, objectOf, parsePointer } from '../../index.ts';
import { follow, isReference, namedExamples, type Placed } from '../lib/nodes.ts';
import { subSchemas } from '../lib/sub-schemas.ts';
import type { Location, Resolve, Rule, RuleContext, Visitor } from '../redocly.ts';
import { extensions } from './annotations.ts';

/** The formats that examples must have; a schema with any other format does not compile. */
export const exampleFormats = {
  /** RFC 9562 §4, in any letter case. */
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  /** RFC 3339 §5.6, and a day that the calendar has. */
  'date-time': (text: string): boolean =>
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/.test(text) && isOnCalendar(text),
  /** How wide an integer is, for code generators; `minimum` and `maximum` are what counts. */
  int32: true,
  int64: true,
} as const;

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

/** What OpenAPI adds to JSON Schema; any other unknown keyword is a mistake. */
const openapiKeywords = ['discriminator', 'example', 'externalDocs', 'xml'];

/** An example, its place, and the schema that it should fit. */
type Check = (value: unknown, location: Location, schema: Placed, context: RuleContext) => void;

/**
 * Checks by the text of their schemas, over all descriptions: to compile a schema takes most of the time of a
 * lint.
 */
const checks = new Map<string, ShapeCheck<unknown>>();

let ajv: Ajv2020 | undefined;

/** @throws {Error} if Ajv cannot compile the schema. */
function compileOnce(schema: Mutable): ShapeCheck<unknown> {
  ajv ??= new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    strictTypes: false,
    formats: exampleFormats,
    keywords: [...annotations, ...extensions, ...openapiKeywords],
  });
  const text = JSON.stringify(schema);
  const check = checks.get(text) ?? createShapeCheck<unknown>({ compiled: ajv.compile(schema) });
  checks.set(text, check);
  return check;
}

/** Compares examples with their schemas by JSON Schema 2020-12, and reports each misfit. */
function exampleCheck(): Check {
  const compiled = new Map<string, ShapeCheck<unknown> | undefined>();
  /** Reports a schema that cannot be compiled once, where it is. */
  const compile = (schema: Placed, { resolve, report }: RuleContext) => {
    try {
      return compileOnce(selfContained(schema, resolve));
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      // schema-compiles has reported these where they are.
      if (/unknown format|Invalid regular expression/.test(message)) return undefined;
      report({ message: `The schema cannot be compiled: ${message}`, location: schema.location });
      return undefined;
    }
  };
  return (value, location, schema, context) => {
    const key = schema.location.absolutePointer;
    if (!compiled.has(key)) compiled.set(key, compile(schema, context));
    const checked = compiled.get(key)?.(value);
    if (checked === undefined || 'value' in checked) return;
    for (const { pointer, message } of checked.faults) {
      const place = pointer === '' ? location : location.child(parsePointer(pointer));
      context.report({ message: `The example does not fit its schema: ${message}`, location: place });
    }
  };
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
