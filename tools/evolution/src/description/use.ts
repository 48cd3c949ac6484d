import {
  isObject,
  isSame,
  type JsonObject,
  objectOf,
  operationsOf,
  toPointer,
  valueAt,
} from '@cascade/contract';
import { bothStates, type ComparedDescription, type ContractChange, changesOf } from '../change.ts';

/** Who writes the values of a schema: the caller or the provider. */
type Writer = 'caller' | 'provider';

/** A node, and its place after references. */
interface Placed {
  readonly node: unknown;
  readonly at: string;
}

/** Keywords that say who writes a member, and what holds without one: no value becomes valid or invalid. */
export const useKeywords: ReadonlySet<string> = new Set(['readOnly', 'writeOnly', 'default']);

/**
 * Compares how members are used, in the direction in which they travel: a caller may no longer write what is
 * `readOnly`, no longer gets what is `writeOnly`, and relied on the former `default`.
 */
export function compareUse(
  subject: ComparedDescription,
  before: JsonObject,
  now: JsonObject,
): ContractChange[] {
  const found = new Map<string, ContractChange>();
  const met = new Set<string>();
  const look = (writer: Writer, old: Placed, recent: Placed): void => {
    const one = target(before, old);
    const other = target(now, recent);
    const key = `${writer} ${one.at} ${other.at}`;
    if (met.has(key) || !isObject(one.node) || !isObject(other.node)) return;
    met.add(key);
    const changes = isMap(other.at) ? [] : changedUse(subject, writer, [one.node, other.node], other.at);
    for (const change of changes) found.set(change.at + change.says, change);
    for (const name of Object.keys(one.node).filter((name) => isMap(other.at) || !isValue(name)))
      look(writer, member(one, name), member(other, name));
  };
  for (const { at, writer } of bodiesOf(now))
    look(writer, { node: valueAt(before, at), at }, { node: valueAt(now, at), at });
  return [...found.values()];
}

/** Whether the members of a place are names, not keywords: a field may be called `default`. */
function isMap(at: string): boolean {
  return /\/(?:responses|properties|patternProperties|dependentSchemas|content|headers)$/.test(at);
}

/** Marks, and members with values in them. */
function isValue(name: string): boolean {
  return /^(?:x-.*|examples?|value|default|const|enum)$/.test(name);
}

function member({ node, at }: Placed, name: string): Placed {
  return { node: objectOf(node)[name], at: at + toPointer([name]) };
}

/** What a node says together with what it refers to; a list as an object by its indexes. */
function target(description: JsonObject, { node, at }: Placed, depth = 0): Placed {
  if (Array.isArray(node)) return { node: { ...node }, at };
  const { $ref, ...beside } = objectOf(node);
  if (typeof $ref !== 'string' || depth > 8) return { node, at };
  const pointer = $ref.slice(1);
  const referred = target(description, { node: valueAt(description, pointer), at: pointer }, depth + 1);
  const own = Object.keys(beside).some((name) => useKeywords.has(name) || name === 'properties');
  return { node: { ...objectOf(referred.node), ...beside }, at: own ? at : referred.at };
}

/** The parts of each operation through which values travel. */
function bodiesOf(description: JsonObject): readonly { readonly at: string; readonly writer: Writer }[] {
  const ofOperations = operationsOf(description).flatMap(({ part, path, method }) => {
    const at = toPointer([part, path, method]);
    const isOurs = part === 'paths';
    return [
      ...['requestBody', 'parameters'].map((name) => ({
        at: `${at}/${name}`,
        writer: isOurs ? ('caller' as const) : ('provider' as const),
      })),
      { at: `${at}/responses`, writer: isOurs ? ('provider' as const) : ('caller' as const) },
    ];
  });
  const ofChannels = Object.keys(objectOf(description.channels)).map((name) => ({
    at: toPointer(['channels', name, 'messages']),
    writer: 'provider' as const,
  }));
  return [...ofOperations, ...ofChannels];
}

function changedUse(
  subject: ComparedDescription,
  writer: Writer,
  [before, now]: readonly [JsonObject, JsonObject],
  at: string,
): readonly ContractChange[] {
  const { changed } = changesOf(subject);
  const name = nameAt(at);
  const mark = writer === 'caller' ? 'readOnly' : 'writeOnly';
  const isMarked = now[mark] === true;
  const marks =
    isMarked === (before[mark] === true)
      ? []
      : [
          changed(
            isMarked ? 'major' : 'minor',
            `${at}/${mark}`,
            writer === 'caller' ? mayBeSent(name, isMarked) : isReturned(name, isMarked),
            bothStates(mark, String(before[mark] === true), String(isMarked)),
          ),
        ];
  if (isSame(before.default ?? null, now.default ?? null)) return marks;
  const [old, recent] = [before.default, now.default].map((value) =>
    value === undefined ? 'not said' : JSON.stringify(value),
  );
  // Where nothing was said, no caller could rely on it.
  const impact = before.default === undefined ? 'minor' : 'major';
  const says = `where ${name} is absent, ${old} held, and now ${recent}`;
  return [...marks, changed(impact, `${at}/default`, says, bothStates('default', old, recent))];
}

function mayBeSent(name: string, isMarked: boolean): string {
  return isMarked
    ? `in requests: ${name} may no longer be sent (readOnly)`
    : `in requests: ${name} may be sent`;
}

function isReturned(name: string, isMarked: boolean): string {
  return isMarked
    ? `in responses: ${name} is no longer returned (writeOnly)`
    : `in responses: ${name} is returned`;
}

function nameAt(at: string): string {
  const [, name] = /\/properties\/([^/]+)$/.exec(at) ?? [];
  return name === undefined ? 'the value' : `\`${name}\``;
}
