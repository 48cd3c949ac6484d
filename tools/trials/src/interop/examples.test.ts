import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { examples, readExampleResults } from './examples.ts';

test('every example is recorded with all checks passed', () => {
  const results = readExampleResults();
  expect(results.map(({ example }) => example)).toEqual(examples.map(({ name }) => name).sort());
  for (const { example, checks, passed, failures } of results)
    expect([example, passed, failures]).toEqual([example, checks, []]);
});

test('the overview of the examples has every one', () => {
  const overview = fileURLToPath(new URL('../../../../examples/README.md', import.meta.url));
  const text = readFileSync(overview, 'utf8');
  for (const { name } of examples) expect(text).toContain(`[${name}](${name})`);
});
