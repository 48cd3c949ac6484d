import { didYouMean } from '@cascade/yaml-file';
import { isObject } from '../../index.ts';
import type { Rule } from '../redocly.ts';
import { exampleFormats } from './examples-fit.ts';

/** `schema-compiles`: a schema has a format that is checked, and a pattern that is a regular expression. */
export const schemaCompiles: Rule = () => ({
  Schema: {
    enter(schema, { location, report }) {
      if (!isObject(schema)) return;
      const { format, pattern } = schema;
      const known = Object.keys(exampleFormats);
      if (typeof format === 'string' && !known.includes(format)) {
        const message = `expected one of the formats ${known.join(', ')}, found ${format}${didYouMean(format, known)}`;
        report({ message, location: location.child('format') });
      }
      const fault = typeof pattern === 'string' ? faultOf(pattern) : undefined;
      if (fault !== undefined) report({ message: fault, location: location.child('pattern') });
    },
  },
});

/** Why a text is not a regular expression of JSON Schema. */
function faultOf(pattern: string): string | undefined {
  try {
    new RegExp(pattern, 'u');
    return undefined;
  } catch (error) {
    return `expected a regular expression, found ${pattern}: ${error instanceof Error ? error.message : error}`;
  }
}
