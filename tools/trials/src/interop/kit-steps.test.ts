import { expect, test } from 'vitest';
import { judgeKit, type KitStep, kitSteps } from './kit-steps.ts';

const providers = {
  mock: 'http://mock',
  service: 'http://service',
  broken: { 'system-error': 'http://broken' },
  faulty: 'http://faulty',
};
const steps = kitSteps({ ...providers, calls: 4, attempts: 5 });
const calls = steps.filter(({ of }) => of === 'faults');
const outcome = (kind: string, more = {}) => JSON.stringify({ kind, ...more });

function judge(lines: readonly string[], times: readonly number[], of: readonly KitStep[] = calls) {
  const accepted = new Map(of.map(({ message }, index) => [message.requestId, times[index] ?? 0]));
  return judgeKit(of, lines.join('\n'), accepted);
}

test('calls through faults are scheduled once, or unknown', () => {
  const lines = [
    outcome('scheduled'),
    outcome('scheduled', { replayed: true }),
    outcome('unknown'),
    outcome('unknown'),
  ];
  const { failures, calls: counted } = judge(lines, [1, 1, 0, 1]);
  expect(failures).toEqual([]);
  expect(counted).toEqual({ scheduled: 2, replayed: 1, unknown: 2, doubled: 0, lost: 0 });
});

test('a doubled, a lost and a denied message fail, as does a program that ends early', () => {
  const lines = [outcome('scheduled'), outcome('scheduled'), outcome('NotSent'), 'Traceback'];
  const { failures, calls: counted } = judge(lines, [2, 0, 1, 0]);
  expect(failures).toHaveLength(4);
  expect(counted).toMatchObject({ doubled: 1, lost: 2 });
});

test('an answer of a vector must have a permitted code, in any of its spellings', () => {
  const vectors = steps.filter(({ says }) => says === 'cascade-not-found.case of the service');
  expect(vectors).toHaveLength(1);
  const right = outcome('problem', { code: 'cascade-not-found', status: 400 });
  expect(judge([right], [], vectors)).toMatchObject({ failures: [], codes: { service: 1 } });
  expect(judge([right.replace('cascade-', '')], [], vectors).failures).toHaveLength(1);
  expect(judge([outcome('scheduled')], [], vectors).failures).toHaveLength(1);
});

test('a fault of the provider leaves the outcome open, and says its code', () => {
  for (const [says, by] of [
    ['system-error', 'mock'],
    ['system-error.case of the mock', 'mock'],
    ['system-error of the service', 'service'],
  ] as const) {
    const faults = steps.filter((one) => one.says === says);
    expect(judge([outcome('unknown', { code: 'system-error' })], [], faults)).toMatchObject({
      failures: [],
      codes: { [by]: 1 },
    });
    for (const wrong of [outcome('unknown'), outcome('problem', { code: 'system-error', status: 500 })])
      expect(judge([wrong], [], faults).failures).toHaveLength(1);
  }
});
