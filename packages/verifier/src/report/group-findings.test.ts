import { expect, test } from 'vitest';
import { sampleReport } from '../../test/support/sample-report.ts';
import { groupFindings } from './group-findings.ts';
import type { Finding } from './report.ts';

let count = 0;

function finding(changes: Partial<Finding>): Finding {
  const [sample] = sampleReport().findings;
  if (sample === undefined) throw new Error('the sample has no finding');
  count += 1;
  return { ...sample, id: `finding-${count}`, ...changes };
}

const sizesOf = (...findings: readonly Finding[]) => groupFindings(findings).map(({ length }) => length);

const notReported = (reason: string) =>
  finding({
    check: 'callback',
    scenario: `reason-${reason}`,
    clause: '6/undelivered-event',
    expected: `a callback with UNDELIVERED and ${reason}`,
    actual: 'no callback within 5 s',
  });

test('13 reasons that are not reported are one card, another reason for one of them is a second', () => {
  const reasons = Array.from({ length: 13 }, (_, at) => `reason-${at}`);
  const other = { ...notReported('reason-x'), id: 'x', actual: 'UNDELIVERED with another' };
  expect(sizesOf(...reasons.map(notReported), other)).toEqual([13, 1]);
});

const answered = (expected: string, actual: string) =>
  finding({ check: 'problem-code', clause: `7.1/${expected}`, expected, actual });

test.each([
  ['in place of a code the same other one', ['a or b', 'c'], ['b or d', 'c'], [2]],
  [
    'in place of two codes the same other one',
    ['a', 'text-not-specified'],
    ['b', 'text-not-specified'],
    [1, 1],
  ],
  ['a name that is not listed, in place of two codes', ['a', 'NO_SUCH'], ['b', 'NO_SUCH'], [2]],
] as const)('%s', (_, [right, came], [otherRight, otherCame], sizes) => {
  expect(sizesOf(answered(right, came), answered(otherRight, otherCame))).toEqual(sizes);
});

test('two groups that a third finding joins are one, in the order of their first findings', () => {
  const first = answered('a', 'text-not-specified');
  const second = answered('b', 'text-not-specified');
  const apart = answered('c', 'content-not-specified');
  const joining = { ...answered('a or b', 'text-not-specified'), clause: '7.1/a' };
  expect(groupFindings([first, apart, second, joining]).map((group) => group.map(({ id }) => id))).toEqual([
    [first.id, second.id, joining.id],
    [apart.id],
  ]);
});

test('one wrong member in all bodies is one card, whatever it should have been', () => {
  const shape = { check: 'response-schema-conformance', clause: '2.4/status' } as const;
  const oracle = finding({ ...shape, expected: 'status 400, as the answer has', actual: 'status 500' });
  const described = finding({ ...shape, expected: '/status must be 401', actual: '500' });
  expect(sizesOf(oracle, described)).toEqual([2]);
});

test('the rule on thousands is one card, whatever the number', () => {
  const text = { check: 'problem-text', clause: '7.3/thousands' } as const;
  const of = (expected: string, actual: string) => finding({ ...text, expected, actual });
  expect(sizesOf(of('4,010', '4010'), of('2,002', '2002'))).toEqual([2]);
});

test.each([
  [9, 'acceptance (200)', [9]],
  [8, 'acceptance (200)', [1, 1, 1, 1, 1, 1, 1, 1]],
] as const)(
  'of %i rules that are not kept, a few are apart, and many are one card',
  (kinds, actual, sizes) => {
    const accepted = Array.from({ length: kinds }, (_, at) =>
      finding({
        check: 'negative-data-rejection',
        clause: `8/${at}`,
        expected: `refusal with ${at}`,
        actual,
      }),
    );
    expect(sizesOf(...accepted)).toEqual(sizes);
  },
);
