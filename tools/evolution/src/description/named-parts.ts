import {
  isObject,
  isSame,
  type JsonObject,
  objectOf,
  operationsOf,
  targetOf,
  valueAt,
} from '@cascade/contract';
import {
  bothStates,
  type ComparedDescription,
  type ContractChange,
  changesOf,
  compareEntries,
  hasSameId,
} from '../change.ts';
import { constraints, constraintWords, isStronger } from './constraints.ts';

/**
 * What programs know by its name, while Redocly compares it by its position or not at all: schemas, examples,
 * and the headers of callbacks.
 */
export function compareNamedParts(
  subject: ComparedDescription,
  before: JsonObject,
  now: JsonObject,
): ContractChange[] {
  return [
    ...compareExamples(subject, before, now),
    ...compareCallbackHeaders(subject, before, now),
    ...compareMessageExamples(before, now),
  ];
}

function componentsOf(description: JsonObject, kind: string): JsonObject {
  return objectOf(objectOf(description.components)[kind]);
}

export const schemasFolder = '/components/schemas/';

/**
 * Component schemas that are gone or have another name. Nothing on the wire changes, but the types package
 * and code generators name types after them, and teams import these.
 */
export function compareSchemaNames(
  subject: ComparedDescription,
  before: JsonObject,
  now: JsonObject,
): ContractChange[] {
  const { added, changed, removed } = changesOf(subject);
  const old = componentsOf(before, 'schemas');
  const recent = componentsOf(now, 'schemas');
  return compareEntries<unknown>(old, recent, {
    signs: [hasSameId, ([, one], [, other]) => isSame(one, other)],
    // Redocly reports new schemas.
    added: (name) => added('none', name, ''),
    removed: (name) =>
      removed(
        'major',
        schemasFolder + name,
        'the schema is gone: types that are named after it go, too',
        bothStates('name', name, undefined),
      ),
    kept: (name, _, __, former) =>
      name === former
        ? []
        : [
            changed(
              'major',
              schemasFolder + former,
              `the schema is now called \`${name}\`: types that are named after it are, too`,
              bothStates('name', former, name),
            ),
          ],
  }).filter(({ impact }) => impact !== 'none');
}

/** The operations of the webhooks, by their pointers. */
function webhooksOf({ webhooks }: JsonObject): ReadonlyMap<string, JsonObject> {
  return new Map(
    operationsOf({ webhooks }).map(({ path, method, node }) => [`/webhooks/${path}/${method}`, node]),
  );
}

/**
 * Examples by their names: Redocly sees neither their values nor those of callbacks. They are a patch
 * (ADR-0029).
 */
function compareExamples(
  subject: ComparedDescription,
  before: JsonObject,
  now: JsonObject,
): ContractChange[] {
  const { changed, removed } = changesOf(subject);
  const old = componentsOf(before, 'examples');
  const recent = componentsOf(now, 'examples');
  const ofComponents = Object.keys(old).flatMap((name) => {
    const at = `/components/examples/${name}`;
    if (recent[name] === undefined) return removed('patch', at, 'the example is gone');
    const was = objectOf(old[name]).value;
    const is = objectOf(recent[name]).value;
    if (isSame(was ?? null, is ?? null)) return [];
    return changed('patch', at, `the example \`${name}\` has changed`, statesInJson('value', was, is));
  });
  const ofCallbacks = [...webhooksOf(before)].flatMap(([place, { requestBody }]) => {
    const at = `${place}/requestBody`;
    const present = objectOf(valueAt(now, at));
    if (present.content === undefined) return [];
    const left = namesIn(present);
    return namesIn(objectOf(requestBody))
      .filter((name) => !left.includes(name))
      .map((name) => removed('patch', at, `the example \`${name}\` of the callback is gone`));
  });
  return [...ofComponents, ...ofCallbacks];
}

function namesIn({ content }: JsonObject): string[] {
  return Object.values(objectOf(content)).flatMap((media) => Object.keys(objectOf(objectOf(media).examples)));
}

/** Both states as JSON; a side that is absent stays so. */
export function statesInJson(of: string, before: unknown, after: unknown) {
  return bothStates(of, JSON.stringify(before), JSON.stringify(after));
}

/** A parameter of a webhook, and where the description has it. */
interface Header {
  readonly at: string;
  readonly node: JsonObject;
}

/** Redocly does not judge the parameters of webhooks: the provider sends them, receivers read them. */
function compareCallbackHeaders(
  subject: ComparedDescription,
  before: JsonObject,
  now: JsonObject,
): ContractChange[] {
  const { added, changed, removed } = changesOf(subject);
  const operations = webhooksOf(now);
  const what = (name: string) => `the header \`${name}\` of the callback`;
  return [...webhooksOf(before)].flatMap(([at, operation]) => {
    const present = operations.get(at);
    if (present === undefined) return [];
    return compareEntries<Header>(headersOf(before, operation, at), headersOf(now, present, at), {
      signs: [hasSameId, ([, one], [, other]) => isSameHeader(one, other)],
      added: (name, header) =>
        added('minor', header.at, `${what(name)} is new`, { of: 'header', after: name }),
      removed: (name, header) =>
        removed('major', header.at, `${what(name)} is gone`, { of: 'header', before: name }),
      kept(name, old, recent, former) {
        if (name === former) return changedHeader(subject, name, old, recent);
        const says = `${what(former)} is now called \`${name}\``;
        return [changed('major', recent.at, says, bothStates('header', former, name))];
      },
    });
  });
}

function headersOf(description: JsonObject, { parameters }: JsonObject, at: string): Record<string, Header> {
  if (!Array.isArray(parameters)) return {};
  return Object.fromEntries(
    parameters.map((parameter, index) => {
      const node = targetOf(description, parameter);
      return [String(node.name), { at: `${at}/parameters/${index}`, node }];
    }),
  );
}

function isSameHeader({ node: { name: _, ...one } }: Header, { node: { name: __, ...other } }: Header) {
  return isSame(one, other);
}

/** What providers promise about one header: whether it is there, and which values it has. */
function changedHeader(
  subject: ComparedDescription,
  name: string,
  old: Header,
  { at, node }: Header,
): ContractChange[] {
  const { changed } = changesOf(subject);
  const before = objectOf(old.node.schema);
  const now = objectOf(node.schema);
  const wasRequired = old.node.required === true;
  const isRequired = node.required === true;
  const presence = (required: boolean) => (required ? 'always there' : 'may be missing');
  const moved = constraints.filter((keyword) => !isSame(before[keyword] ?? null, now[keyword] ?? null));
  return [
    ...(wasRequired === isRequired || !isObject(node.schema)
      ? []
      : [
          changed(
            isRequired ? 'minor' : 'major',
            at,
            `the header \`${name}\` of the callback ${isRequired ? 'is now always there' : 'may now be missing'}`,
            bothStates(`presence of ${name}`, presence(wasRequired), presence(isRequired)),
          ),
        ]),
    ...moved.map((keyword) => {
      const [was, is] = [before, now].map((schema) => constraintWords(keyword, schema[keyword]) ?? keyword);
      const impact = isStronger(keyword, before[keyword], now[keyword]) ? 'minor' : 'major';
      const says = `in callbacks: \`${name}\` was ${was}, and is now ${is}`;
      return changed(impact, at, says, bothStates(`values of ${name}`, was, is));
    }),
  ];
}

/**
 * A description whose messages Redocly compares once, at their channels, and without examples: it compares
 * those by position, and takes a message of an operation that differs at all for another.
 */
export function withMessagesOnce(description: JsonObject): JsonObject {
  const copy = structuredClone(description);
  const messages = [...messagesOf(copy).keys()].map((at) => ({ at, node: objectOf(valueAt(copy, at)) }));
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

/** The examples that one message shows: those without a name by their position. */
interface Shown {
  readonly message: string;
  readonly examples: Readonly<Record<string, JsonObject>>;
}

/**
 * Examples of AsyncAPI messages, by their names; they are a patch (ADR-0029). A bundle has the same message
 * at its channel and at each operation: a change is found once.
 */
function compareMessageExamples(before: JsonObject, now: JsonObject): ContractChange[] {
  const present = messagesOf(now);
  const found = [...messagesOf(before)].flatMap(([at, { message, examples }]) => {
    const recent = present.get(at);
    return recent === undefined ? [] : changedExamples(`${at}/examples`, message, examples, recent.examples);
  });
  const once = new Map(found.map((change) => [change.says, change] as const).toReversed());
  return [...once.values()].toReversed();
}

function changedExamples(at: string, message: string, before: Shown['examples'], now: Shown['examples']) {
  const { added, changed, removed } = changesOf('asyncapi');
  const what = (name: string) => `the example \`${name}\` of the message \`${message}\``;
  return compareEntries(before, now, {
    added: (name) => added('patch', at, `${what(name)} is new`),
    removed: (name) => removed('patch', at, `${what(name)} is gone`),
    kept(name, old, recent) {
      const was = shownBy(old);
      const is = shownBy(recent);
      if (isSame(was, is)) return [];
      return [changed('patch', at, `${what(name)} has changed`, statesInJson('value', was, is))];
    },
  });
}

/** What the example shows; its summary is prose. */
function shownBy({ headers, payload }: JsonObject): unknown {
  return { ...(headers === undefined ? {} : { headers }), payload };
}

/** By their pointers. */
function messagesOf({ channels, operations, components }: JsonObject): ReadonlyMap<string, Shown> {
  const holders = [
    ...Object.entries(objectOf(channels)).map(([name, node]) => [`/channels/${name}`, node] as const),
    ...Object.entries(objectOf(operations)).map(([name, node]) => [`/operations/${name}`, node] as const),
    ['/components', components] as const,
  ];
  return new Map(
    holders.flatMap(([at, node]) =>
      // An operation has a list.
      Object.entries({ ...Object(objectOf(node).messages) })
        .filter(([, message]) => isObject(message) && !('$ref' in message))
        .map(([key, message]): [string, Shown] => {
          const { name = key, examples } = objectOf(message);
          return [`${at}/messages/${key}`, { message: String(name), examples: byName(examples) }];
        }),
    ),
  );
}

function byName(examples: unknown): Shown['examples'] {
  if (!Array.isArray(examples)) return {};
  return Object.fromEntries(
    examples.map(objectOf).map((example, index) => [String(example.name ?? index + 1), example]),
  );
}
