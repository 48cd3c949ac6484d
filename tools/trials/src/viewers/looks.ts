import {
  isObject,
  type JsonObject,
  objectOf,
  schemaNameOf,
  stringsOf,
  targetOf,
  valueAt,
} from '@cascade/contract';

/** A part of the description that a reader looks for in a viewer, with what the description says of it. */
export interface Subject {
  readonly name: 'content of the request' | 'error 400' | 'callback';
  /** The operation in which it is. */
  readonly operation: string;
  /** The answer in which it is, if it is in one. */
  readonly status?: string;
  readonly members: readonly Member[];
}

/** A field of a body: what a reader must be able to see. */
interface Member {
  readonly name: string;
  /** Words for its type, any of which is right: `object`, or the name of its schema. */
  readonly types: readonly string[];
  /** Undefined where one object requires it and another does not. */
  readonly isRequired: boolean | undefined;
  /** The first sentence of its text. */
  readonly text: string;
  /** The values that are listed. */
  readonly values: readonly string[];
}

/** The parts that `npm run trials -- viewers` looks at. */
export function subjectsOf(openapi: JsonObject): readonly Subject[] {
  const schemas = '/components/schemas';
  const members = (name: string) => membersOf(openapi, valueAt(openapi, `${schemas}/${name}`));
  return [
    { name: 'content of the request', operation: 'scheduleMessage', members: members('Content') },
    { name: 'error 400', operation: 'scheduleMessage', status: '400', members: members('BadRequestProblem') },
    { name: 'callback', operation: 'receiveMessageStatus', members: members('StatusEvent') },
  ];
}

/** The fields of a schema, and of the objects in it, each once. */
function membersOf(openapi: JsonObject, schema: unknown): Member[] {
  const found = new Map<string, Member>();
  const visited = new Set<unknown>();
  const add = (member: Member): void => {
    const key = `${member.name} ${member.text}`;
    const known = found.get(key) ?? member;
    const isRequired = known.isRequired === member.isRequired ? member.isRequired : undefined;
    found.set(key, { ...known, isRequired });
  };
  const visit = (value: unknown): void => {
    const node = targetOf(openapi, value);
    if (!isObject(value) || visited.has(node)) return;
    visited.add(node);
    const required = stringsOf(node.required);
    for (const [name, child] of Object.entries(objectOf(node.properties))) {
      const { description } = { ...targetOf(openapi, child), ...objectOf(child) };
      const text = firstSentence(description);
      if (text !== '') add({ name, text, isRequired: required.includes(name), ...shapeOf(openapi, child) });
      visit(child);
    }
    for (const part of [node.items, node.allOf, node.anyOf, node.oneOf].flat()) visit(part);
  };
  visit(schema);
  return [...found.values()];
}

/** Up to its first full stop; a code in it would be several words on the page. */
function firstSentence(description: unknown): string {
  const [sentence = ''] = String(description ?? '').split(/[.;:`]/);
  return sentence.trim();
}

/** The words for the type of a schema, and its listed values. */
function shapeOf(openapi: JsonObject, schema: unknown): Pick<Member, 'types' | 'values'> {
  const { $ref } = objectOf(schema);
  const { type, anyOf, oneOf, allOf, items, 'x-extensible-enum': listed } = targetOf(openapi, schema);
  const branches = [anyOf ?? oneOf ?? allOf ?? []].flat().map((branch) => shapeOf(openapi, branch));
  const own = stringsOf(type).flatMap((one) => (one === 'array' ? ['array', 'list', '[]'] : [one]));
  const named = [$ref, objectOf(items).$ref].flatMap((reference) => schemaNameOf(reference) ?? []);
  const types = [...named, ...own, ...branches.flatMap((branch) => branch.types)];
  const values = [
    ...(listed === undefined ? [] : stringsOf(listed)),
    ...branches.flatMap((branch) => branch.values),
  ];
  return { types: types.filter((word) => word !== 'null'), values };
}

/** What a viewer shows of a subject: how many of its fields, and of those how many rightly. */
export interface Look {
  readonly subject: Subject['name'];
  readonly of: number;
  readonly names: number;
  readonly types: number;
  readonly required: number;
  readonly texts: number;
  readonly values: number;
  /** Each field that is not shown as it is described, and what of it. */
  readonly missing: readonly string[];
  /** Lines that say nothing to a reader, and how often each is there. */
  readonly noise: Readonly<Record<string, number>>;
}

const aspects = ['names', 'types', 'required', 'texts', 'values'] as const;

type Aspect = (typeof aspects)[number];

/** Compares the text of a page, of which everything is open, with a subject. */
export function lookAt({ name: subject, members }: Subject, page: string): Look {
  const lines = page
    .replace(/[\u200b\u2060]/g, '')
    .split(/\n|Collapse all|Expand all/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const names = new Set(members.map(({ name }) => name));
  const starts = lines.flatMap((line, at) => {
    const name = line.split('.').at(-1) ?? '';
    return names.has(name) ? [{ name, at }] : [];
  });
  const blocks = starts.map(({ name, at }, index) => ({
    name,
    words: lines.slice(at + 1, Math.min(starts[index + 1]?.at ?? lines.length, at + 80)).join('\n'),
  }));
  const seen = members.map((member) => seenOf(member, blocks));
  const noise = lines.filter((line) => saysNothing.test(line));
  const count = (what: Aspect) => seen.filter((one) => one[what]).length;
  return {
    subject,
    of: members.length,
    names: count('names'),
    types: count('types'),
    required: count('required'),
    texts: count('texts'),
    values: count('values'),
    missing: seen.flatMap((one) => {
      const wrong = aspects.filter((aspect) => !one[aspect]);
      const said = one.names ? wrong.join(', ') : 'names';
      return wrong.length === 0 ? [] : [`${one.member.name}: ${said}`];
    }),
    noise: Object.fromEntries(
      [...Map.groupBy(noise, (line) => line)].map(([line, all]) => [line, all.length]),
    ),
  };
}

/** Names that a viewer gives to parts of a schema that have none. */
const saysNothing = /^(?:not|case \d+|property name\*?|propertyName|additional ?property)$/i;

/**
 * A field may be shown several times, for each channel once: each time with the same mark. Where its text is
 * missing, fields of the same name elsewhere on the page cannot be told from it.
 */
function seenOf(member: Member, blocks: readonly { readonly name: string; readonly words: string }[]) {
  const { isRequired, types, text, values } = member;
  const own = blocks.filter(({ name }) => name === member.name);
  const told = own.filter(({ words }) => plain(words).includes(plain(text)));
  const where = told.length === 0 ? own : told;
  const isRight = ({ words }: { readonly words: string }) =>
    /(?:^|\W)required(?:$|\W)/.test(beforeText(words, text)) === isRequired;
  return {
    member,
    names: own.length > 0,
    types: where.some(({ words }) => types.some((type) => words.includes(type))),
    required: isRequired === undefined || (told.length === 0 ? own.some(isRight) : told.every(isRight)),
    texts: told.length > 0,
    values: own.some(({ words }) => values.every((value) => words.includes(value))),
  };
}

/** The mark is before the text, which may have the word itself. */
function beforeText(words: string, text: string): string {
  return words.split(text)[0] ?? '';
}

function plain(text: string): string {
  return text.replace(/\s+/g, '');
}
