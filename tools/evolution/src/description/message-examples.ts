import { isObject, isSame, type JsonObject, objectOf, valueAt } from '@cascade/contract';
import type { Change } from '../change.ts';

/** The examples that one message shows: those without a name by their position. */
interface Shown {
  readonly at: string;
  readonly message: string;
  readonly examples: ReadonlyMap<string, JsonObject>;
}

/**
 * A description whose messages Redocly compares once, at their channels, and without examples: it compares those by
 * position, and takes a message of an operation that differs at all for another.
 */
export function withMessagesOnce(description: JsonObject): JsonObject {
  const copy = structuredClone(description);
  const messages = messagesOf(copy).map(({ at }) => ({ at, node: objectOf(valueAt(copy, at)) }));
  for (const { node } of messages) Reflect.deleteProperty(node, 'examples');
  const ofChannels = messages.filter(({ at }) => at.startsWith('/channels/'));
  for (const operation of Object.values(objectOf(copy.operations)).map(objectOf)) {
    if (!Array.isArray(operation.messages)) continue;
    const placed = operation.messages.map((one: unknown) => {
      const same = ofChannels.find(({ node }) => isSame(node, objectOf(one)));
      return same === undefined ? one : { $ref: `#${same.at}` };
    });
    Reflect.set(operation, 'messages', placed);
  }
  return copy;
}

/**
 * Examples of AsyncAPI messages, by their names; they are a patch (ADR-0029). A bundle has the same message at its channel
 * and at each operation: a change is found once.
 */
export function compareMessageExamples(before: JsonObject, now: JsonObject): Change[] {
  const present = new Map(messagesOf(now).map((message) => [message.at, message]));
  const found = messagesOf(before).flatMap((old) => {
    const recent = present.get(old.at);
    return recent === undefined ? [] : compareShown(old, recent);
  });
  const once = new Map(found.map((change) => [change.says, change] as const).toReversed());
  return [...once.values()].toReversed();
}

function compareShown(old: Shown, recent: Shown): Change[] {
  const change = (
    [impact, kind, done]: readonly [Change['impact'], Change['kind'], string],
    name: string,
    sides: { readonly before?: string; readonly after?: string } = {},
  ): Change => ({
    ...{ impact, kind, subject: 'asyncapi', at: `${old.at}/examples` },
    says: `the example \`${name}\` of the message \`${old.message}\` ${done}`,
    ...(kind === 'changed' ? { values: { of: 'value', ...sides } } : {}),
  });
  const known = [...old.examples].flatMap(([name, example]) => {
    const other = recent.examples.get(name);
    if (other === undefined) return change(['patch', 'removed', 'is gone'], name);
    const [was, is] = [shownBy(example), shownBy(other)];
    if (isSame(was, is)) return [];
    const sides = { before: JSON.stringify(was), after: JSON.stringify(is) };
    return change(['patch', 'changed', 'has changed'], name, sides);
  });
  const come = [...recent.examples.keys()].filter((name) => !old.examples.has(name));
  return [...known, ...come.map((name) => change(['patch', 'added', 'is new'], name))];
}

/** What the example shows; its summary is prose. */
function shownBy({ headers, payload }: JsonObject): unknown {
  return { ...(headers === undefined ? {} : { headers }), payload };
}

function messagesOf({ channels, operations, components }: JsonObject): Shown[] {
  return [
    ...listsOf('/channels', channels),
    ...listsOf('/operations', operations),
    ...listsOf('', { components }),
  ];
}

function listsOf(folder: string, holders: unknown): Shown[] {
  return Object.entries(objectOf(holders)).flatMap(([holder, node]) =>
    Object.entries(entriesOf(objectOf(node).messages))
      .filter(([, message]) => isObject(message) && !('$ref' in message))
      .map(([key, message]) => ({
        at: `${folder}/${holder}/messages/${key}`,
        message: String(objectOf(message).name ?? key),
        examples: examplesOf(objectOf(message)),
      })),
  );
}

/** The members of an object or of a list, which an operation has. */
function entriesOf(messages: unknown): JsonObject {
  return Array.isArray(messages) ? Object.fromEntries(messages.entries()) : objectOf(messages);
}

function examplesOf({ examples }: JsonObject): Map<string, JsonObject> {
  if (!Array.isArray(examples)) return new Map();
  return new Map(
    examples.map(objectOf).map((example, index) => [String(example.name ?? index + 1), example]),
  );
}
