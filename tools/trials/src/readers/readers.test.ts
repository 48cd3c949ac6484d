import { expect, test } from 'vitest';
import { readers, readingsTable, readReadings, readRecipes, readTable } from './readers.ts';

const results = await readReadings();

test('the table of the page is that of the results', async () => {
  expect(readTable()).toBe(readingsTable(results));
});

test('every program accepted the recipes as they are now; if not: npm run trials -- readers --write', async () => {
  expect(results.digest).toBe((await readRecipes()).digest);
  const accepted = results.readings.filter(({ verdict }) => verdict === 'accepted');
  expect(accepted.map(({ name, version }) => `${name} ${version}`)).toEqual(
    readers.map(({ name, version }) => `${name} ${version}`),
  );
});
