import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Results in a committed file: a row for each thing that was tried, by its name. */
export function recordedRows<Row>(file: URL, nameOf: (row: Row) => string) {
  /** As they were taken last; none before the first run. */
  const read = (): readonly Row[] => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []);
  return {
    read,
    /**
     * Puts rows in the place of those with the same names, in the order of these names, or else of the
     * alphabet. Returns all.
     */
    replace(rows: readonly Row[], names?: readonly string[]): readonly Row[] {
      const taken = new Set(rows.map(nameOf));
      const kept = read().filter((row) => !taken.has(nameOf(row)));
      const all = [...kept, ...rows].toSorted((one, other) => {
        const a = nameOf(one);
        const b = nameOf(other);
        return names === undefined ? a.localeCompare(b) : names.indexOf(a) - names.indexOf(b);
      });
      writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
      return all;
    },
  };
}

/** A part of a page that a command writes, between marks that name both. */
export function partOfPage(page: URL, title: string, command: string) {
  const begin = `<!-- ${title}: written by ${command} -->\n`;
  const end = `<!-- /${title} -->\n`;
  const split = (): readonly [before: string, between: string, after: string] => {
    const [before, rest] = readFileSync(page, 'utf8').split(begin);
    const [between, after] = rest?.split(end) ?? [];
    if (before === undefined || between === undefined || after === undefined)
      throw new Error(`${page.pathname} has not both marks ${begin.trim()} and ${end.trim()}`);
    return [before, between, after];
  };
  return {
    read: () => split()[1],
    write(text: string) {
      const [before, , after] = split();
      writeFileSync(page, `${before}${begin}${text}${end}${after}`);
    },
  };
}
