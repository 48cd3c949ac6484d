import { type RunningMock, startMock } from '@cascade/mock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allSubjects, drawSample } from '../bench/subjects.ts';
import { type MakeChange, startMutantProxy } from '../mutants/index.ts';
import { compose } from '../mutants/mutant.ts';
import { type Report, verify } from '../src/index.ts';
import { inParallel } from '../src/phases/in-parallel.ts';
import { ownProfile } from './support/broken-provider.ts';

/** `MUTANTS=500` judges all of them, and another SEED other ones. */
const size = Number(process.env.MUTANTS ?? 32);
const seed = Number(process.env.SEED ?? 1);
/** How many break one provider: a run finds what each of them does, unless another one hides it. */
const together = 4;
const broken = allSubjects().filter(({ kind }) => kind === 'mutant' || kind === 'assumed');
const texts = new Set<string>();
let mock: RunningMock;

/**
 * Providers with several faults each. A crash ends the run, and a callback that does not come hides the
 * others.
 */
function providers(): readonly { readonly of: string; readonly change: MakeChange }[] {
  const drawn = drawSample(broken, size, seed).map(({ class: of = '', change = () => ({}) }) => ({
    of,
    change,
  }));
  const isAlone = ({ of }: { readonly of: string }) => of === 'callback' || of === 'crash';
  const others = drawn.filter((one) => !isAlone(one));
  const groups = Map.groupBy(others.entries(), ([at]) => at % Math.ceil(others.length / together));
  return [
    ...drawn.filter(isAlone),
    ...[...groups.values()].map((group) => ({
      of: 'several',
      change: group.map(([, { change }]) => change).reduce(compose),
    })),
  ];
}

beforeAll(async () => {
  mock = await startMock({ port: 0 });
  const own = await ownProfile('mock');
  const callback = own.callback && { ...own.callback, withinSeconds: 1 };
  const profile = { ...own, ...(callback === undefined ? {} : { callback }) };
  await inParallel(providers(), 4, async ({ of, change }) => {
    const proxy = await startMutantProxy({ target: mock.url, mutant: { change } });
    const others = of === 'callback' ? (['callback'] as const) : (['properties', 'state'] as const);
    const phases = ['vectors', 'boundaries', 'order', 'text', ...others] as const;
    const options = { target: proxy.url, profile, seed, phases, fast: true, assumptions: true };
    const report = await verify({ ...options, timeoutInMilliseconds: 60_000 }).finally(proxy.close);
    for (const text of textsOf(report)) texts.add(text);
  });
}, 900_000);

afterAll(() => mock?.close());

/** What a reader is told; of the answer itself, `actual` has only what the provider says. */
function textsOf({ findings, hints, inconclusive, setup = [], reason = 'none', stopped = 'none' }: Report) {
  return [
    ...[...findings, ...hints].flatMap(({ title, says, clauseSays, expected, actual }) => [
      title,
      says,
      clauseSays,
      expected,
      actual,
    ]),
    ...inconclusive.map((each) => each.reason),
    ...setup.map(({ message }) => message),
    reason,
    stopped,
  ];
}

const faults: Readonly<Record<string, RegExp>> = {
  'a value that is not there': /\bundefined\b|\[object|\bNaN\b/,
  'a colon at the end': /:\s*$/,
  'nothing at all': /^\s*$/,
};

test.each(Object.entries(faults))(
  `no text of the reports on ${size} mutants has %s (seed ${seed})`,
  (_, fault) => {
    expect(texts.size).toBeGreaterThan(500);
    expect([...texts].filter((text) => fault.test(text))).toEqual([]);
  },
);
