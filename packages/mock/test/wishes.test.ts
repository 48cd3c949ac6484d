import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('..', import.meta.url));
const section = readFileSync(`${folder}/COMPARISON.md`, 'utf8');
/** Number, wish, this mock, and the other tools. */
const rows = [...section.matchAll(/^\| (\d+ \|.*) \|$/gm)].map(([, row = '']) => row.split(' | '));

/** The titles of all tests of the package; what they interpolate is `…`. */
const titles = ['src', 'test'].flatMap((part) =>
  readdirSync(`${folder}/${part}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .flatMap((file) => titlesIn(readFileSync(`${folder}/${part}/${file}`, 'utf8'))),
);

function titlesIn(text: string): readonly string[] {
  const calls = text.matchAll(/\btest\(\s*(['`])(.*?)\1|\)\(\s*(['`])(.*?)\3/g);
  return [...calls].map(([, , plain = '', , each = '']) => (plain || each).replaceAll(/\$\{[^}]*\}/g, '…'));
}

test('the table has 22 wishes, each with a test of this mock that exists', () => {
  expect(rows.map(([number]) => Number(number))).toEqual(Array.from({ length: 22 }, (_, at) => at + 1));
  const named = rows.map(([number, , ours = '']) => ({
    number,
    tests: [...ours.matchAll(/\*(.+?)\*/g)].map(([, title = '']) => title),
    ours,
  }));
  const without = named.filter(({ tests, ours }) => tests.length === 0 && ours !== 'being built');
  expect(without).toEqual([]);
  expect(named.flatMap(({ tests }) => tests).filter((title) => !titles.includes(title))).toEqual([]);
});

test('each cell of another tool is a link to a source, or says that nothing is established', () => {
  const cells = rows.flatMap((row) => row.slice(3));
  expect(cells).toHaveLength(22 * 5);
  const sources = new Map(
    [...section.matchAll(/^\[([\w-]+)\]: (https:\S+)$/gm)].map(([, id, to]) => [id, to]),
  );
  const cited = cells
    .filter((cell) => cell !== '–')
    .map((cell) => /^\[(?:yes|partly|code|no)\]\[([\w-]+)\]$/.exec(cell)?.[1]);
  expect(cited.filter((id) => !sources.has(id))).toEqual([]);
  expect([...sources.keys()].filter((id) => !cited.includes(id))).toEqual([]);
});
