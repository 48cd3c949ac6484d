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
