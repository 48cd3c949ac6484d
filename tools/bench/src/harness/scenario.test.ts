import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  type Benchmark,
  choice,
  flag,
  list,
  number,
  numberOf,
  type Run,
  runScenario,
  seed,
  some,
  type Workshop,
} from './scenario.ts';

const given: Benchmark = {
  says: 'Measures.',
  minutes: 2,
  words: { rate: 'cascades a second' },
  options: {
    seconds: number('how long', 60),
    most: number('the highest rate'),
    on: choice('where', ['here', 'there'], 'here'),
    sizes: list('of each', '1,2', numberOf),
    only: some('some', ['one', 'two', 'three']),
    seed: seed('of the moments'),
    quick: flag('one turn'),
  },
  examples: { '': 'everything', '--quick': 'in seconds' },
  run: async () => {},
};

const workshop: Workshop = {
  command: 'npm run bench --',
  results: new URL('file:///nowhere/'),
  next: 'look',
};

/** What a run is given, what it prints, and its exit code. */
async function runWith(...args: readonly string[]) {
  const printed: string[] = [];
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  let found: Partial<Run<unknown>> = {};
  const run = async (all: Run<unknown>) => {
    found = all;
  };
  const code = await runScenario('some', { ...given, run }, args, workshop).finally(() =>
    vi.restoreAllMocks(),
  );
  return { ...found, code, printed: printed.join('') };
}

test('help names words, options with their defaults, minutes and examples', async () => {
  const { code, printed } = await runWith('--help');
  expect(code).toBe(0);
  expect(printed).toBe(`Usage: npm run bench -- some [options] [rate]

Measures.

Arguments:
  rate               cascades a second

Options:
  --seconds <value>  how long; 60 if absent
  --most <value>     the highest rate
  --on <value>       where: here, there; here if absent
  --sizes <value>    of each; 1,2 if absent
  --only <value>     some; one,two,three if absent
  --seed <value>     of the moments; another each time if absent
  --quick            one turn
  -h, --help         display help for command

Takes about 2 minutes.

Examples:
  npm run bench -- some          everything
  npm run bench -- some --quick  in seconds

`);
});

test('values are read', async () => {
  const read = await runWith(
    '700',
    '--seconds',
    '5',
    '--sizes',
    '3, 4',
    '--only',
    'two,one',
    '--quick',
    '--seed=7',
  );
  expect(read).toMatchObject({
    values: { seconds: 5, on: 'here', sizes: [3, 4], only: ['two', 'one'], seed: 7, quick: true },
    words: ['700'],
  });
  expect((await runWith()).values).toMatchObject({ seconds: 60, quick: false, seed: expect.any(Number) });
});

test.each([
  [['--seconds', 'two'], 'expected a number, found two'],
  [['--seconds=-1'], 'expected a number, found -1'],
  [['--on', 'elsewhere'], 'expected here, there; found elsewhere'],
  [['--only', 'one,four'], 'expected one, two, three; found four'],
  [['700', '800'], 'too many arguments'],
  [['--second', '1'], 'Did you mean --seconds?'],
])('refuses %j', async (args, message) => {
  expect(await runWith(...args)).toMatchObject({ code: 2, printed: expect.stringContaining(message) });
});

test.each([
  ['a proof that holds', true, 0],
  ['nothing to prove', undefined, 0],
  ['a proof that fails', false, 1],
])('%s ends with its code', async (_, found, code) => {
  expect(await runScenario('some', { ...given, run: async () => found }, [], workshop)).toBe(code);
});

test('each is measured on a bed of its own, and one whose proof fails lets the run fail', async () => {
  const folders = new Set<string>();
  const run = ({ each }: Run<unknown>) =>
    each({ sound: false, unsound: true }, async (bed, isUnsound, name) => {
      folders.add(bed.folder);
      if (isUnsound) bed.fail();
      return { name };
    });
  expect(await runScenario('some', { ...given, run }, [], workshop)).toBe(1);
  expect(folders.size).toBe(2);
});

test('a wrong argument ends with 2, and nothing runs; what is absent is a reason to skip', async () => {
  const run = async () => expect.unreachable();
  expect(await runScenario('some', { ...given, run }, ['--fast'], workshop)).toBe(2);
  expect(await runScenario('some', { ...given, run, lacks: () => 'no faketime' }, [], workshop)).toBe(0);
});

/** Runs a scenario with figures on a machine whose known work takes these seconds, before the run and after it. */
async function runAtSpeeds(speeds: readonly number[], ...args: readonly string[]) {
  const results = pathToFileURL(`${mkdtempSync(join(tmpdir(), 'cascade-results-'))}/`);
  onTestFinished(() => rm(results, { recursive: true }));
  const printed: string[] = [];
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  const left = [...speeds];
  const measureSpeed = () => left.shift() ?? expect.unreachable();
  const run = async ({ report }: Run<unknown>) => report({ says: 'figures', rate: 700 });
  const one: Benchmark = { ...given, isFigure: true, run };
  const measured = { ...workshop, results, measureSpeed };
  const code = await runScenario('some', one, args, measured).finally(() => vi.restoreAllMocks());
  const written = readdirSync(results).map((name) => readFileSync(new URL(name, results), 'utf8'));
  return { code, printed: printed.join(''), written };
}

test('a result file says how fast the machine was', async () => {
  const { code, written } = await runAtSpeeds([0.5, 0.62]);
  expect(code).toBe(0);
  expect(JSON.parse(written[0] ?? '').machine.speed).toEqual({ before: 0.5, after: 0.62 });
});

test.each([
  [0.5, 0.63],
  [0.63, 0.5],
])('a run whose machine changed from %d to %d s for known work is refused', async (before, after) => {
  const { code, printed, written } = await runAtSpeeds([before, after]);
  expect({ code, written }).toEqual({ code: 1, written: [] });
  expect(printed).toContain(`known work took ${before} s before the run and ${after} s after it`);
  expect(printed).toContain('Repeat it on an idle machine');
  expect(printed).not.toContain('700');
});

test('--anyway prints the figures of a refused run, and writes nothing', async () => {
  const { code, printed, written } = await runAtSpeeds([0.5, 1], '--anyway');
  expect({ code, written }).toEqual({ code: 0, written: [] });
  expect(printed).toContain('"rate": 700');
});

const folder = new URL('../scenarios/', import.meta.url);
const names = readdirSync(folder).flatMap((file) => /^([\w-]+)\.ts$/.exec(file)?.[1] ?? []);

test.each(names)('%s says how long it takes and how it is started', async (name) => {
  const { default: one }: { default: Benchmark } = await import(new URL(`${name}.ts`, folder).href);
  expect(Object.keys(one.examples)).not.toEqual([]);
  expect(one.minutes).toBeGreaterThan(0);
});
