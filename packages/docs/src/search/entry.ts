/** The kinds of entries, those that readers look up most first. */
const kinds = [
  'code',
  'reason',
  'operation',
  'field',
  'value',
  'limit',
  'guide',
  'page',
  'term',
  'package',
  'download',
  'decision',
  'clause',
] as const;

/** An entry of the search index. */
export interface SearchEntry {
  readonly kind: (typeof kinds)[number];
  readonly name: string;
  readonly text: string;
  /** Page and anchor, from the root of the site, without a leading slash. */
  readonly url: string;
  /** What else people call it: other spellings, the status, words of the field. */
  readonly also?: readonly string[];
  /** Whether the source is silent about it and we chose: `documented only` leaves it out. */
  readonly isAssumed?: boolean;
}

/** An entry as the index file has it: kind by number, and nothing that is empty. */
export type PackedEntry = readonly [
  kind: number,
  name: string,
  text: string,
  url: string,
  isAssumed?: 0 | 1,
  also?: readonly string[],
];

/** The entries as the text of the index file has them. */
export function packEntries(entries: readonly SearchEntry[]): PackedEntry[] {
  return entries.map(({ kind, name, text, url, isAssumed = false, also = [] }) => {
    const start = [kinds.indexOf(kind), name, text, url] as const;
    if (also.length > 0) return [...start, isAssumed ? 1 : 0, also];
    return isAssumed ? [...start, 1] : start;
  });
}

/** The entries of an index file. */
export function unpackEntries(packed: readonly PackedEntry[]): SearchEntry[] {
  return packed.map(([kind, name, text, url, isAssumed = 0, also = []]) => ({
    ...{ kind: kinds[kind] ?? 'page', name, text, url, also },
    isAssumed: isAssumed === 1,
  }));
}
