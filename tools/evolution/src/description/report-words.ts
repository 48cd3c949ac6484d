import { type JsonObject, objectOf, parsePointer, valueAt } from '@cascade/contract';
import type { ContractChange, Values } from '../change.ts';
import { constraintWords } from './constraints.ts';

/** What a JSON pointer into a description leads to, by the name that readers know. */
export interface NamedPlace {
  readonly kind: 'operation' | 'schema' | 'other';
  /** `POST /api/messages/history`, `SchedulingRequest.comment`, or the last segment. */
  readonly name: string;
  /** The operation's path as the description has it, or the schema. */
  readonly of: string;
  /** The member of the schema, outermost first. */
  readonly members: readonly string[];
}

/** The place of a pointer like `/components/schemas/Subject/properties/name/description`. */
export function placeOf(pointer: string): NamedPlace {
  const [first, second = '', third = '', ...rest] = parsePointer(pointer);
  if (first === 'paths' || first === 'webhooks') {
    const method = /^(?:get|post|put|patch|delete)$/.test(third) ? `${third.toUpperCase()} ` : '';
    const name = first === 'webhooks' ? `webhook ${second}` : `${method}${second}`;
    return { kind: 'operation', name, of: second, members: [] };
  }
  if (first === 'components' && second === 'schemas') {
    const members = rest.filter((_, index) => rest[index - 1] === 'properties');
    return { kind: 'schema', name: [third, ...members].join('.'), of: third, members };
  }
  const name = [first === 'components' ? third : second, first ?? ''].find((one) => one !== '') ?? '';
  return { kind: 'other', name: name === '' ? pointer : name, of: second, members: [] };
}

/** What a change of Redocly's report says, in words for reviewers. */
type Words = Pick<ContractChange, 'kind' | 'says' | 'values'>;

const kinds: Readonly<Record<string, ContractChange['kind']>> = { added: 'added', removed: 'removed' };
const done: Readonly<Record<ContractChange['kind'], string>> = {
  added: 'is new',
  changed: 'has changed',
  removed: 'is gone',
};

/** The words for one change of a report, which is at a JSON pointer; `now` is the present description. */
export function reportWords(change: JsonObject, pointer: string, now: JsonObject = {}): Words {
  const kind = kinds[String(change.kind)] ?? 'changed';
  if (kind !== 'changed') {
    const { value } = objectOf(change[kind === 'added' ? 'revision' : 'base']);
    const gone = kind === 'removed' ? wordsOfAnswer(pointer, now) : undefined;
    if (gone !== undefined) return gone;
    return { kind, says: messagesOf(change) ?? wordsOfNode(kind, String(change.typeName), value, pointer) };
  }
  return wordsOfProperty(change, pointer);
}

/** An answer that is gone: a caller that gets it can only treat it by `default`, if that is described. */
function wordsOfAnswer(pointer: string, now: JsonObject): Words | undefined {
  const [, parent = '', status] = /^(.+\/responses)\/(\d{3})$/.exec(pointer) ?? [];
  if (status === undefined) return undefined;
  const rest = 'default' in objectOf(valueAt(now, parent)) ? ': it falls under `default`' : '';
  return {
    kind: 'removed',
    says: `the response ${status} is no longer described${rest}`,
    values: { of: 'responses', before: status },
  };
}

/** What Redocly says about a breaking change. */
function messagesOf({ verdicts }: JsonObject): string | undefined {
  const messages = Array.isArray(verdicts) ? verdicts.map((verdict) => objectOf(verdict).message) : [];
  return messages.length === 0 ? undefined : messages.join(' ');
}

/** A node that is new or gone, by the name that readers know. */
function wordsOfNode(kind: 'added' | 'removed', typeName: string, value: unknown, pointer: string): string {
  const last = pointer.split('/').at(-1) ?? '';
  if (typeName === 'SpecExtension') return `the mark \`${last}\` ${done[kind]}`;
  if (typeName === 'SecuritySchemeList')
    return kind === 'added' ? 'says how it is signed' : 'no longer says how it is signed';
  if (typeName === 'Tag') return `the tag \`${String(objectOf(value).name)}\` ${done[kind]}`;
  if (typeName === 'PathItem')
    return `the operation ${methodsOf(value)} ${placeOf(pointer).name} ${done[kind]}`;
  const noun = nouns[typeName] ?? typeName;
  if (noun === 'schema' && pointer.includes('/properties/')) return `the field \`${last}\` ${done[kind]}`;
  return plural.has(noun)
    ? `the ${noun} ${kind === 'added' ? 'are listed' : 'are gone'}`
    : `the ${noun} ${nameOf(last)}${done[kind]}`;
}

const nouns: Readonly<Record<string, string>> = {
  Schema: 'schema',
  Operation: 'operation',
  Response: 'response',
  Parameter: 'parameter',
  Header: 'header',
  Example: 'example',
  MessageExample: 'example',
  RequestBody: 'request body',
  ServerMap: 'servers',
  ServerList: 'servers',
  ServerVariable: 'variable',
  NamedSecuritySchemes: 'security schemes',
};
const plural = new Set(['servers', 'security schemes']);

/** A name in code; an index of a list names nothing. */
function nameOf(segment: string): string {
  return /^\d*$/.test(segment) ? '' : `\`${segment}\` `;
}

function methodsOf(item: unknown): string {
  const methods = Object.keys(objectOf(item)).filter((key) => /^(?:get|post|put|patch|delete)$/.test(key));
  return methods.map((method) => method.toUpperCase()).join(', ');
}

function wordsOfProperty(change: JsonObject, pointer: string): Words {
  const property = String(change.property);
  const before = objectOf(change.base).value;
  const after = objectOf(change.revision).value;
  if (property === 'deprecated')
    return { kind: 'changed', says: after === true ? 'is deprecated' : 'is no longer deprecated' };
  if (property === 'required') return wordsOfRequired(String(change.typeName), before, after);
  const rules = [constraintWords(property, before), constraintWords(property, after)] as const;
  const member = placeOf(pointer).members.at(-1);
  const isLimit = rules[0] !== undefined && rules[1] !== undefined && member !== undefined;
  if (isLimit)
    return {
      kind: 'changed',
      says: `\`${member}\` was ${rules[0]}, and is now ${rules[1]}`,
      values: { of: 'what is valid', before: rules[0], after: rules[1] },
    };
  return {
    kind: 'changed',
    says: messagesOf(change) ?? `the ${property} ${done.changed}`,
    ...textValues(property, before, after),
  };
}

/** Members that are required or no longer, or a body that is. */
function wordsOfRequired(typeName: string, before: unknown, after: unknown): Words {
  if (!Array.isArray(before) && !Array.isArray(after)) {
    const words = (required: unknown) => (required === true ? 'required' : 'optional');
    const says = `the ${nouns[typeName] ?? typeName} is now ${words(after)}`;
    return { kind: 'changed', says, values: { of: 'presence', before: words(before), after: words(after) } };
  }
  const [old, recent] = [before, after].map((names) => (Array.isArray(names) ? names.map(String) : []));
  const only = (names: readonly string[] = [], others: readonly string[] = []) =>
    names.filter((name) => !others.includes(name)).map((name) => `\`${name}\``);
  const parts = [
    [only(recent, old), 'now required'],
    [only(old, recent), 'no longer required'],
  ] as const;
  const says = parts
    .filter(([names]) => names.length > 0)
    .map(([names, what]) => `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} ${what}`);
  const values = { of: 'required fields', before: list(old), after: list(recent) };
  return { kind: 'changed', says: says.join(', and '), values };
}

function list(names: readonly string[] = []): string {
  return names.length === 0 ? 'none' : names.join(', ');
}

/** Both states of a property that is text. */
function textValues(of: string, before: unknown, after: unknown): { readonly values?: Values } {
  const [old, recent] = [before, after].map((value) => (typeof value === 'string' ? value : undefined));
  if (old === undefined && recent === undefined) return {};
  const sides = [
    ...(old === undefined ? [] : [['before', old]]),
    ...(recent === undefined ? [] : [['after', recent]]),
  ];
  return { values: { of, ...Object.fromEntries(sides) } };
}
