import { seededRandom } from '@cascade/repository/test-kit';
import { describe, expect, test } from 'vitest';
import {
  explainOrder,
  type HistoryAnswer,
  type HistoryModel,
  judgeHistory,
  type Operation,
  shrink,
} from './judge-history.ts';
import { toSvg, toTimeline } from './timeline.ts';

const never = Number.POSITIVE_INFINITY;
const one = (id: string, answer: HistoryAnswer, call: number, end: number): Operation => ({
  lane: 1,
  account: 'purse',
  id,
  answer,
  call,
  end,
});
const rich: HistoryModel = { affords: new Map(), isFresh: true, refusalsLeaveIds: true };
const ofOne: HistoryModel = { ...rich, affords: new Map([['purse', 1]]) };

describe('uniqueness (rule 1)', () => {
  test.each([
    ['a repeat that overlaps', [one('a', 'accepted', 0, 5), one('a', 'not-unique', 1, 3)], 'explained'],
    ['a repeat before its first', [one('a', 'not-unique', 0, 1), one('a', 'accepted', 2, 3)], 'unexplained'],
    [
      'a repeat at the moment of the answer',
      [one('a', 'accepted', 2, 3), one('a', 'not-unique', 0, 2)],
      'explained',
    ],
    ['two acceptances', [one('a', 'accepted', 0, 5), one('a', 'accepted', 1, 3)], 'unexplained'],
    ['a lost answer', [one('a', 'unknown', 0, never), one('a', 'not-unique', 1, 3)], 'explained'],
    ['a later lost one', [one('a', 'unknown', 4, never), one('a', 'not-unique', 1, 3)], 'unexplained'],
    [
      'a lost one, late',
      [one('a', 'unknown', 0, never), one('a', 'refused', 1, 2), one('a', 'listed', 3, 4)],
      'explained',
    ],
    ['a message that went', [one('a', 'listed', 0, 1), one('a', 'not-listed', 2, 3)], 'unexplained'],
  ] as const)('%s', (_, part, verdict) => expect(explainOrder(part, rich)).toBe(verdict));

  test('a provider may use up the id of a refused request, unless it follows ADR-0007', () => {
    const part = [one('a', 'refused', 0, 1), one('a', 'not-unique', 2, 3)];
    expect(explainOrder(part, rich)).toBe('unexplained');
    expect(explainOrder(part, { ...rich, refusalsLeaveIds: false })).toBe('explained');
    const later = [one('a', 'not-unique', 0, 1), one('a', 'refused', 2, 3)];
    expect(explainOrder(later, { ...rich, refusalsLeaveIds: false })).toBe('unexplained');
  });
});

/**
 * 300 messages for an account that can pay for 200, each sent three times until it is decided, with lost
 * answers.
 */
function throughOutages(seed: number): Operation[] {
  const random = seededRandom(seed);
  const byCall = (one: { readonly call: number }, other: { readonly call: number }) => one.call - other.call;
  const planned = Array.from({ length: 900 }, (_, at) => {
    return { id: `${at % 300}`, call: (at % 300) + random() * 5 };
  }).sort(byCall);
  const operations: Operation[] = [];
  const used = new Set<string>();
  for (let next = planned.shift(); next !== undefined; next = planned.shift()) {
    const { id, call } = next;
    const isLost = call % 100 > 70;
    const answer = answerNow(used, id);
    if (answer === 'accepted' && (!isLost || random() < 0.3)) used.add(id);
    operations.push(one(id, isLost ? 'unknown' : answer, call, isLost ? never : call + random() * 3));
    if (isLost) planned.push({ id, call: call + 5 + random() * 10 });
    planned.sort(byCall);
  }
  return operations;
}

function answerNow(used: ReadonlySet<string>, id: string): HistoryAnswer {
  if (used.has(id)) return 'not-unique';
  return used.size < 200 ? 'accepted' : 'out-of-balance';
}

test('money is judged through outages in which many answers are lost', () => {
  const poor: HistoryModel = { ...rich, affords: new Map([['purse', 200]]) };
  for (let seed = 1; seed <= 10; seed += 1) {
    const history = throughOutages(seed);
    expect(explainOrder(history, poor)).toBe('explained');
    const late = history.find(({ answer }) => answer === 'out-of-balance');
    const broken = history.map((each) => (each === late ? { ...each, answer: 'accepted' as const } : each));
    expect(explainOrder(broken, poor)).toBe('unexplained');
  }
});

test('an id that contradicts itself is found among many lost requests of an account', () => {
  const poor: HistoryModel = { ...rich, affords: new Map([['purse', 25]]) };
  const lost = Array.from({ length: 60 }, (_, at) => one(`lost ${at}`, 'unknown', at, never));
  const spent = Array.from({ length: 9 }, (_, at) => one(`spent ${at}`, 'out-of-balance', 90 + at, 99));
  const twice = [one('a', 'accepted', 60, 70), one('a', 'accepted', 65, 80)];
  const part = [...lost, one('b', 'accepted', 61, 69), one('c', 'not-unique', 62, 71), ...twice, ...spent];
  expect(explainOrder(part, poor)).toBe('unexplained');
  expect(shrink(part, poor)).toEqual(twice);
});

test('a whole history is judged by its parts, the money of an account in one', () => {
  const spent = Array.from({ length: 5_000 }, (_, at) => one(`b${at}`, 'out-of-balance', at + 9, at + 10));
  const fine = [one('a', 'accepted', 0, 5), ...spent];
  const other = { account: 'rich', lane: 2 };
  const twice = [one('c', 'accepted', 0, 1), one('c', 'accepted', 2, 3)].map((each) => ({
    ...each,
    ...other,
  }));
  expect(judgeHistory(fine, ofOne)).toEqual({ operations: 5_001, parts: 1, unexplained: 0, undecided: 0 });
  expect(judgeHistory([...fine, ...twice], ofOne)).toMatchObject({
    operations: 5_003,
    parts: 2,
    unexplained: 1,
    undecided: 0,
    finding: twice,
  });
});

describe('money (rule 5)', () => {
  test.each([
    ['the last message', [one('a', 'accepted', 0, 5), one('b', 'out-of-balance', 1, 3)], 'explained'],
    ['one too many', [one('a', 'accepted', 0, 5), one('b', 'accepted', 1, 3)], 'unexplained'],
    ['one too few', [one('b', 'out-of-balance', 0, 1), one('a', 'accepted', 2, 3)], 'unexplained'],
    [
      'a lost answer may have paid',
      [one('a', 'unknown', 0, never), one('b', 'out-of-balance', 1, 3)],
      'explained',
    ],
  ] as const)('%s', (_, part, verdict) => expect(explainOrder(part, ofOne)).toBe(verdict));

  test('an account that others have used may have less', () => {
    expect(explainOrder([one('a', 'out-of-balance', 0, 1)], ofOne)).toBe('unexplained');
    expect(explainOrder([one('a', 'out-of-balance', 0, 1)], { ...ofOne, isFresh: false })).toBe('explained');
  });
});

test('a finding is the smallest part that contradicts itself, and a timeline shows it', () => {
  const first = one('a', 'accepted', 0, 5);
  const second = one('a', 'accepted', 8, 10);
  const others = [one('a', 'not-unique', 11, 12), one('a', 'unknown', 0, never), one('b', 'accepted', 0, 9)];
  const finding = shrink([...others, second, first], rich);
  expect(finding).toEqual([second, first]);
  expect(toTimeline(finding)).toBe(
    [
      `  ${'█'.repeat(25)}${' '.repeat(24)} 1 purse a 0.0–5.0 ms: accepted\n`,
      `  ${' '.repeat(38)}${'█'.repeat(10)}  1 purse a 8.0–10.0 ms: accepted\n`,
    ].join(''),
  );
  expect(toSvg('Twice', finding).match(/<rect x="10.0" y="40" width="280.0"/g)).toHaveLength(1);
});
