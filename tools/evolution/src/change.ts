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
export interface Change {
  readonly impact: Impact;
  readonly kind: 'added' | 'changed' | 'removed';
  /** What has changed: a code, a limit, a clause, a place of a description. */
  readonly subject: 'code' | 'reason' | 'limit' | 'clause' | 'decision' | 'export' | 'openapi' | 'asyncapi';
  /** Where: an id of the catalogue, a decision or an exported name, or a JSON pointer into the description. */
  readonly at: string;
  /** What has changed there, as text that follows `at`. */
  readonly says: string;
  /** Both states, to read side by side; missing where `says` tells all. */
  readonly values?: Values;
}

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
 * Whether a change is one of texts, examples or marks: programs may ignore it, and so may a reader in a hurry. A
 * component that is new without an operation or member of its own counts too.
 */
export function isWording({ impact, at }: Change): boolean {
  if (impact === 'major') return false;
  return impact === 'patch' || mark.test(at) || /^\/(?:tags|info|components\/examples)\//.test(at);
}
