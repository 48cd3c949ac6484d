import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  choice,
  flag,
  helpOf,
  list,
  number,
  numberOf,
  readArguments,
  runScenario,
  type Scenario,
  seed,
} from './scenario.ts';

const given: Scenario = {
  says: 'Measures.',
  minutes: 2,
  words: { rate: 'cascades a second' },
  options: {
    seconds: number('how long', 60),
    most: number('the highest rate'),
    on: choice('where', ['here', 'there'], 'here'),
    sizes: list('of each', '1,2', numberOf),
    seed: seed('of the moments'),
    quick: flag('one turn'),
  },
  examples: { '': 'everything', '--quick': 'in seconds' },
  run: async () => {},
};

test('help names words, options with their defaults, and examples', () => {
  expect(helpOf('some', given)).toBe(`Measures.

About 2 minutes.

  <rate>       cascades a second
  --seconds …  how long; 60 if absent
  --most …     the highest rate
  --on …       where: here, there; here if absent
  --sizes …    of each; 1,2 if absent
  --seed …     of the moments; another each time if absent
  --quick      one turn
  --help       this text

Examples:
  npm run bench -- some          everything
  npm run bench -- some --quick  in seconds
`);
});

test('values are read, and the result file gets the arguments with the seed', () => {
  const read = readArguments(given, ['700', '--seconds', '5', '--sizes', '3, 4', '--quick', '--seed=7']);
  expect(read).toMatchObject({
    values: { seconds: 5, most: undefined, on: 'here', sizes: [3, 4], seed: 7, quick: true },
    words: ['700'],
    recorded: ['700', '--seconds', '5', '--sizes', '3, 4', '--quick', '--seed=7'],
  });
  const { recorded } = readArguments(given, []) as { readonly recorded: readonly string[] };
  expect(recorded).toEqual(['--seed', expect.stringMatching(/^\d+$/)]);
});

test.each([
  [['--seconds', 'two'], '--seconds: expected a number, found two'],
  [['--seconds=-1'], '--seconds: expected a number, found -1'],
  [['--on', 'elsewhere'], '--on: expected here, there; found elsewhere'],
  [['700', '800'], 'unexpected argument 800'],
  [['--fast'], "Unknown option '--fast'"],
])('refuses %j', (args, message) => {
  expect(readArguments(given, args)).toMatchObject({ message: expect.stringContaining(message) });
});

test.each([
  ['a proof that holds', true, 0],
  ['nothing to prove', undefined, 0],
  ['a proof that fails', false, 1],
])('%s ends with its code', async (_, found, code) => {
  expect(await runScenario('some', { ...given, run: async () => found }, [])).toBe(code);
});

test('a wrong argument ends with 2, and nothing runs; what is absent is a reason to skip', async () => {
  const run = async () => expect.unreachable();
  expect(await runScenario('some', { ...given, run }, ['--fast'])).toBe(2);
  expect(await runScenario('some', { ...given, run, lacks: () => 'no faketime' }, [])).toBe(0);
});

const folder = new URL('../scenarios/', import.meta.url);
const names = readdirSync(folder).flatMap((file) => /^([\w-]+)\.ts$/.exec(file)?.[1] ?? []);

test.each(names)('%s says how long it takes and how it is started, and the README names it', async (name) => {
  const { default: one }: { default: Scenario } = await import(new URL(`${name}.ts`, folder).href);
  expect(helpOf(name, one)).toContain(`  npm run bench${name === 'parts' ? '' : ` -- ${name}`}`);
  expect(one.minutes).toBeGreaterThan(0);
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  expect(readme).toMatch(name === 'parts' ? /`npm run bench`/ : new RegExp(`npm run bench -- ${name}[ \`]`));
});
