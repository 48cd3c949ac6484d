import { parsePointer } from '@cascade/contract';
import { Fitter } from '../lib/fit.ts';
import { follow, isObject, namedExamples, type Placed } from '../lib/nodes.ts';
import type { Location, Rule, RuleContext, Visitor } from '../redocly.ts';

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
