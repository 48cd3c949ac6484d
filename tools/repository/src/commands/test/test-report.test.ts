import { expect, test } from 'vitest';
import { slowestIn, summarize } from './test-report.ts';

test('a report gives the counts, and what failed before it passed', () => {
  const report = {
    numPassedTests: 2,
    numFailedTests: 1,
    numPendingTests: 3,
    numTodoTests: 1,
    startTime: 0,
    testResults: [
      {
        assertionResults: [
          { fullName: 'a', status: 'passed', failureMessages: [] },
          { fullName: 'b', status: 'passed', failureMessages: ['expected 1 to be 2'] },
          { fullName: 'c', status: 'failed', failureMessages: ['expected 1 to be 2'] },
        ],
      },
    ],
  };
  expect(summarize(report)).toEqual({ passed: 2, failed: 1, skipped: 4, repeated: ['b'] });
});

test('of the files that ran, the slowest is named', () => {
  const times = { 'src/quick.test.ts': 0.4, 'test/slow.test.ts': 10.5, 'src/other.test.ts': 9 };
  expect(slowestIn(times)).toEqual({ file: 'test/slow.test.ts', seconds: 10.5 });
  expect(slowestIn({})).toBeUndefined();
});
