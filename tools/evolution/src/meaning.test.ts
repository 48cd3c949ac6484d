import { expect, test } from 'vitest';
import { meaningOf } from './meaning.ts';

const change = {
  subject: 'openapi',
  kind: 'changed',
  impact: 'major',
  at: '/components/schemas/SchedulingRequest/required',
} as const;

test.each([
  ['in requests: `startTime` is now required', 'your requests lack `startTime`'],
  ['in requests: at most 10 items', 'your requests have values that are no longer allowed'],
  ['in callbacks: `subject` may be null', 'your program reads this field'],
])('%s breaks who is concerned', (says, breaksIf) => {
  expect(meaningOf({ ...change, says }).breaksIf).toBe(breaksIf);
});
