/** Splits a page at the marks around what a command writes into it: before, between and after, the marks left out. */
export function splitAtMarks(
  page: string,
  { begin, end }: { readonly begin: string; readonly end: string },
): readonly [before: string, between: string, after: string] {
  const [before, rest] = page.split(begin);
  const [between, after] = rest?.split(end) ?? [];
  if (before === undefined || between === undefined || after === undefined)
    throw new Error(`the page has not both marks ${begin.trim()} and ${end.trim()}`);
  return [before, between, after];
}
