import { isObject, isSame, type JsonObject, objectOf } from '@cascade/contract';
import type { Change, Impact, Values } from '../change.ts';
import { constraints, constraintWords, isStronger } from './constraints.ts';

/** A parameter of a webhook, and where the description has it. */
interface Header {
  readonly at: string;
  readonly name: string;
  readonly node: JsonObject;
}

type Found = readonly [impact: Impact, kind: Change['kind'], at: string, says: string, values?: Values];

/** Redocly does not judge the parameters of webhooks: the provider sends them, receivers read them. */
export function compareCallbackHeaders(
  subject: 'openapi' | 'asyncapi',
  before: JsonObject,
  now: JsonObject,
): Change[] {
  const operations = operationsOf(now);
  return [...operationsOf(before)].flatMap(([at, operation]) => {
    const present = operations.get(at);
    if (present === undefined) return [];
    const found = compareHeaders(headersOf(before, operation, at), headersOf(now, present, at));
    return found.map(
      ([impact, kind, place, says, values]): Change => ({
        ...{ impact, kind, subject, at: place, says },
        ...(values === undefined ? {} : { values }),
      }),
    );
  });
}

function operationsOf({ webhooks }: JsonObject): Map<string, JsonObject> {
  return new Map(
    Object.entries(objectOf(webhooks)).flatMap(([name, item]) =>
      Object.entries(objectOf(item)).map(
        ([method, operation]) => [`/webhooks/${name}/${method}`, objectOf(operation)] as const,
      ),
    ),
  );
}

function headersOf(description: JsonObject, { parameters }: JsonObject, at: string): Header[] {
  if (!Array.isArray(parameters)) return [];
  const components = objectOf(objectOf(description.components).parameters);
  return parameters.map((parameter, index) => {
    const component = /^#\/components\/parameters\/(.+)$/.exec(String(objectOf(parameter).$ref))?.[1];
    const node = objectOf(component === undefined ? parameter : components[component]);
    return { at: `${at}/parameters/${index}`, name: String(node.name), node };
  });
}

function compareHeaders(before: readonly Header[], now: readonly Header[]): Found[] {
  const [old, recent] = [before, now].map((list) => new Map(list.map((one) => [one.name, one])));
  const come = now.filter(({ name }) => old?.has(name) !== true);
  const successors = new Set<Header>();
  const known = before.flatMap((header): Found[] => {
    const present = recent?.get(header.name);
    if (present !== undefined) return compareHeader(header, present);
    const successor = come.find((one) => isSameHeader(one, header));
    const what = `the header \`${header.name}\` of the callback`;
    const values = { of: 'header', before: header.name };
    if (successor === undefined) return [['major', 'removed', header.at, `${what} is gone`, values]];
    successors.add(successor);
    const says = `${what} is now called \`${successor.name}\``;
    return [['major', 'changed', successor.at, says, { ...values, after: successor.name }]];
  });
  const added = come
    .filter((header) => !successors.has(header))
    .map(({ at, name }): Found => {
      return [
        'minor',
        'added',
        at,
        `the header \`${name}\` of the callback is new`,
        { of: 'header', after: name },
      ];
    });
  return [...known, ...added];
}

function isSameHeader(
  { node: { name: _, ...one } }: Header,
  { node: { name: __, ...other } }: Header,
): boolean {
  return isSame(one, other);
}

/** What providers promise about one header: whether it is there, and which values it has. */
function compareHeader({ node: before }: Header, { at, name, node: now }: Header): Found[] {
  const [old, recent] = [objectOf(before.schema), objectOf(now.schema)];
  const moved = constraints.filter((keyword) => !isSame(old[keyword] ?? null, recent[keyword] ?? null));
  return [
    ...presence(before, now, at, name),
    ...moved.map((keyword): Found => {
      const [was, is] = [old, recent].map((schema) => constraintWords(keyword, schema[keyword]) ?? keyword);
      const says = `in callbacks: \`${name}\` was ${was}, and is now ${is}`;
      const impact = isStronger(keyword, old[keyword], recent[keyword]) ? 'minor' : 'major';
      return [impact, 'changed', at, says, { of: `values of ${name}`, before: was ?? '', after: is ?? '' }];
    }),
  ];
}

function presence(before: JsonObject, now: JsonObject, at: string, name: string): Found[] {
  const [old, recent] = [before.required === true, now.required === true];
  if (old === recent || !isObject(now.schema)) return [];
  const words = (required: boolean) => (required ? 'always there' : 'may be missing');
  const says = recent
    ? `the header \`${name}\` of the callback is now always there`
    : `the header \`${name}\` of the callback may now be missing`;
  return [
    [
      recent ? 'minor' : 'major',
      'changed',
      at,
      says,
      { of: `presence of ${name}`, before: words(old), after: words(recent) },
    ],
  ];
}
