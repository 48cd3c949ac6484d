/** The impact of a change on users of the contract, as in Semantic Versioning, from least to greatest. */
export const impacts = ['none', 'patch', 'minor', 'major'] as const;
export type Impact = (typeof impacts)[number];

/** The greatest of the impacts; `none` of an empty list. */
export function greatest(list: readonly Impact[]): Impact {
  return list.reduce<Impact>((most, impact) => (isGreater(impact, most) ? impact : most), 'none');
}

/** Whether the first impact is greater than the second. */
export function isGreater(impact: Impact, other: Impact): boolean {
  return impacts.indexOf(impact) > impacts.indexOf(other);
}

/** Whether a text names an impact. */
export function isImpact(text: unknown): text is Impact {
  return impacts.some((impact) => impact === text);
}

/** One difference between two states of the contract, for a reviewer to read. */
export interface ContractChange {
  readonly impact: Impact;
  readonly kind: 'added' | 'changed' | 'removed';
  /** What has changed: a code, a limit, a clause, a place of a description. */
  readonly subject: Subject;
  /**
   * Where: an id of the catalogue, a decision or an exported name, or a JSON pointer into the description.
   */
  readonly at: string;
  /** What has changed there, as text that follows `at`. */
  readonly says: string;
  /** Both states, to read side by side; missing where `says` tells all. */
  readonly values?: Values;
}

type Subject =
  | 'code'
  | 'reason'
  | 'limit'
  | 'demo number'
  | 'clause'
  | 'decision'
  | 'export'
  | ComparedDescription;

export type ComparedDescription = 'openapi' | 'asyncapi';

/** The two states of one value as text. A side is missing where there was, or is, no such value. */
export interface Values {
  /** What they are values of: `status`, `the text of case x`. */
  readonly of: string;
  readonly before?: string;
  readonly after?: string;
}

/** Marks of a description: they say where a statement comes from and which code reports it. */
const mark = /\/x-(?!extensible-enum)[\w-]+(?:\/|$)/;

/**
 * Whether a change is one of texts, examples or marks: programs may ignore it, and so may a reader in a
 * hurry. A component that is new without an operation or member of its own counts too.
 */
export function isWording({ impact, at }: ContractChange): boolean {
  if (impact === 'major') return false;
  return impact === 'patch' || mark.test(at) || /^\/(?:tags|components\/examples)\//.test(at);
}

export type ChangesOf = ReturnType<typeof changesOf>;

/** Makes the changes of one subject. */
export function changesOf(subject: ContractChange['subject']) {
  const make =
    (kind: ContractChange['kind']) =>
    (impact: Impact, at: string, says: string, values?: Values): ContractChange => ({
      impact,
      kind,
      subject,
      at,
      says,
      ...(values && { values }),
    });
  return { added: make('added'), changed: make('changed'), removed: make('removed') };
}

/** Both states of a value as text; a side that is absent, null or empty stays absent. */
export function bothStates(of: string, before: unknown, after: unknown): Values {
  const side = (name: 'before' | 'after', value: unknown) =>
    value === undefined || value === null || (Array.isArray(value) && value.length === 0)
      ? {}
      : { [name]: plainText(value) };
  return { of, ...side('before', before), ...side('after', after) };
}

/** A list with commas, an object as JSON. */
function plainText(value: unknown): string {
  if (Array.isArray(value)) return value.map(plainText).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

type Entry<Facts> = readonly [id: string, facts: Facts];

/** How the entries of a list are compared, which programs know by their ids. */
export interface EntryRules<Facts> {
  added(id: string, facts: Facts): ContractChange;
  removed(id: string, facts: Facts): ContractChange;
  /**
   * What has changed of an entry that is in both; `former` is another id if it was found again under a new
   * one.
   */
  kept(id: string, before: Facts, now: Facts, former: string): readonly ContractChange[];
  /** How an entry is found again, the surest sign first; by its id if absent. */
  readonly signs?: readonly ((before: Entry<Facts>, now: Entry<Facts>) => boolean)[];
}

export const hasSameId = ([one]: Entry<unknown>, [other]: Entry<unknown>): boolean => one === other;

/** Compares two lists: what is gone or kept in the order before, then what is new. */
export function compareEntries<Facts>(
  before: Readonly<Record<string, Facts>>,
  now: Readonly<Record<string, Facts>>,
  { added, removed, kept, signs = [hasSameId] }: EntryRules<Facts>,
): ContractChange[] {
  const old = Object.entries(before);
  const free = new Map(Object.entries(now));
  const successors = new Map<string, Entry<Facts>>();
  for (const isSame of signs)
    for (const entry of old.filter(([id]) => !successors.has(id))) {
      const successor = [...free].find((other) => isSame(entry, other));
      if (successor === undefined) continue;
      successors.set(entry[0], successor);
      free.delete(successor[0]);
    }
  const known = old.flatMap(([id, facts]) => {
    const successor = successors.get(id);
    return successor === undefined ? removed(id, facts) : kept(successor[0], facts, successor[1], id);
  });
  return [...known, ...[...free].map(([id, facts]) => added(id, facts))];
}
