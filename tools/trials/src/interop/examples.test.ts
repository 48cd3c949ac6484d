import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { examples } from './example-list.ts';
import { readExampleResults } from './examples.ts';

test('every example is recorded with all checks passed', () => {
  const results = readExampleResults();
  expect(results.map(({ example }) => example).sort()).toEqual(examples.map(({ name }) => name).sort());
  for (const { example, checks, passed, failures } of results)
    expect([example, passed, failures]).toEqual([example, checks, []]);
});

test('the overview of the examples has every one', () => {
  const ofExamples = readFileSync(new URL('../../../../examples/README.md', import.meta.url), 'utf8');
  const ofKits = readFileSync(new URL('../../../../packages/kits/README.md', import.meta.url), 'utf8');
  for (const { name } of examples)
    if (name.startsWith('kit ')) expect(ofKits).toContain(`](${name.slice(4)})`);
    else expect(ofExamples).toContain(`[${name}](${name})`);
});
