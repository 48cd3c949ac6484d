/** A regular expression for a text of §7.3 or a comment of §7.1: blanks around the joints may differ. */
export function detailPattern(text: string): string {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return escaped
    .replaceAll(/(?<=Violations:) /g, String.raw`\s*`)
    .replaceAll(/; (?=the )/g, String.raw`\s*;\s*`);
}

/** A pattern for violations in any order within their kind: missing content first, then surplus content (§7.3). */
export function violationsPattern(missing: readonly string[], surplus: readonly string[]): string {
  const orders = permutations(missing).flatMap((first) =>
    permutations(surplus).map((then) => [...first, ...then].map(detailPattern).join(String.raw`\s*;\s*`)),
  );
  const joined = orders.length === 1 ? orders.join('') : `(?:${orders.join('|')})`;
  return String.raw`Violations:\s*${joined}`;
}

function permutations(texts: readonly string[]): string[][] {
  if (texts.length === 0) return [[]];
  return texts.flatMap((text, index) =>
    permutations(texts.toSpliced(index, 1)).map((others) => [text, ...others]),
  );
}
