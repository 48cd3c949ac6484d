import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { helpOf } from './command.ts';

test('help names words, options with their defaults, and examples', () => {
  const help = helpOf({
    run: 'npm run bench --',
    says: 'Measures.',
    words: { rate: 'cascades a second' },
    options: {
      seconds: { type: 'string', default: '60', says: 'how long' },
      quick: { type: 'boolean', default: false, says: 'one turn' },
    },
    examples: { '': 'everything', '--quick': 'in seconds' },
  });
  expect(help).toBe(`Measures.

  <rate>       cascades a second
  --seconds …  how long; 60 if absent
  --quick      one turn
  --help       this text

Examples:
  npm run bench             everything
  npm run bench -- --quick  in seconds
`);
});

test('every command of the package reads its line by a function that has --help', () => {
  const folder = new URL('../', import.meta.url);
  const { scripts } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
  const files = Object.values<string>(scripts).flatMap((script) => /^node (\S+)/.exec(script)?.[1] ?? []);
  const without = files.filter(
    (file) => !/read(?:Command|Options)\(|values\.help/.test(readFileSync(new URL(file, folder), 'utf8')),
  );
  expect(files.length).toBeGreaterThan(20);
  expect(without).toEqual([]);
});
