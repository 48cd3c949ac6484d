import { isObject, type JsonObject, mapNode, objectOf, schemaNameOf, stringsOf } from '@cascade/contract';
import { nodeAt } from '../description/read-description.ts';
import { parsedJson } from '../objects.ts';
import type { AssumedNames } from './assumed-names.ts';

/** What stands for a value that only an assumption gives. */
const leftOpen = '…';

/** The schemas that the bodies of samples have, each with members that no other of them has. */
const schemasOfBodies = [
  { schema: 'StatusEvent', members: ['status', 'channelType'] },
  { schema: 'SchedulingRequest', members: ['cascadeId', 'content'] },
] as const;

/** Removes the assumed members from bodies of samples, and the assumed values from the members that stay. */
function createMemberFilter(description: unknown, names: AssumedNames): (body: unknown) => unknown {
  const schemas = nodeAt(description, 'components', 'schemas');

  /** A schema with those that it refers to and consists of. */
  function partsOf(node: unknown): readonly JsonObject[] {
    if (!isObject(node)) return [];
    const below = [schemas[schemaNameOf(node.$ref) ?? ''], node.allOf, node.anyOf, node.oneOf].flat();
    return [node, ...below.flatMap(partsOf)];
  }

  function filter(value: unknown, parts: readonly JsonObject[]): unknown {
    if (typeof value === 'string') return isAssumedValue(value, parts) ? leftOpen : value;
    return mapNode(value, (child, key) => {
      if (Array.isArray(value))
        return filter(
          child,
          parts.flatMap(({ items }) => partsOf(items)),
        );
      const member = parts.flatMap(({ properties }) => partsOf(objectOf(properties)[key]));
      return names.all.has(key) || isAssumed(member) ? undefined : filter(child, member);
    });
  }

  function isAssumedValue(value: string, parts: readonly JsonObject[]): boolean {
    return names.isIn(value) || parts.some((part) => stringsOf(part['x-assumed-values']).includes(value));
  }

  return (body) => {
    const found = schemasOfBodies.find(
      ({ members }) => isObject(body) && members.every((member) => member in body),
    );
    return filter(body, found === undefined ? [] : partsOf(schemas[found.schema]));
  };
}

/** The mark of a member itself counts before that of the schema it refers to. */
function isAssumed(parts: readonly JsonObject[]): boolean {
  const [own] = parts.flatMap((part) => ('x-provenance' in part ? [part['x-provenance']] : []));
  return own === 'assumed';
}

/**
 * What makes the documented part of a sample, if there is one: JSON and HTTP messages without the assumed
 * headers and members. Other code has no documented part.
 */
export function createDocumentedSample(description: unknown, names: AssumedNames) {
  const filter = createMemberFilter(description, names);
  const bodyOf = (text: string): string | undefined => {
    const body = parsedJson(text);
    if (body === undefined) return undefined;
    const left = filter(body);
    if (JSON.stringify(left) === JSON.stringify(body)) return text;
    return JSON.stringify(left, undefined, text.includes('\n') ? 2 : undefined);
  };
  const messageOf = (text: string): string | undefined => {
    const end = text.indexOf('\n\n');
    if (end < 0) return undefined;
    const [start = '', ...headers] = text.slice(0, end).split('\n');
    const body = text.slice(end + 2);
    const left = /^\s*[[{]/.test(body) ? bodyOf(body) : body;
    const isLeft = (name: string) => !names.isIn(name) && (left === body || name !== 'content-length');
    const kept = headers.filter((line) => isLeft(line.split(':', 1)[0] ?? ''));
    return left === undefined ? undefined : [start, ...kept, '', left].join('\n');
  };
  return (text: string, language: string) => {
    const left = language === 'http' ? messageOf(text) : language === 'json' ? bodyOf(text) : undefined;
    return left === undefined || names.isIn(left) ? undefined : left;
  };
}
