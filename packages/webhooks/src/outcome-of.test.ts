import { readText, repositoryRoot } from '@cascade/contract';
import { expect, test } from 'vitest';
import { type MessageOutcome, outcomeOf, type StageStatus } from './outcome-of.ts';

interface Vector {
  readonly id: string;
  readonly says: string;
  readonly stages: readonly string[];
  readonly events: readonly StageStatus[];
  readonly outcome: MessageOutcome;
}
const { vectors }: { vectors: readonly Vector[] } = JSON.parse(
  readText(repositoryRoot, 'spec/vectors/generated/outcomes.json'),
);

test.each(vectors)('$id: $says', ({ stages, events, outcome }) => {
  expect(outcomeOf(events, stages)).toBe(outcome);
});

test('a received event without a stage, and stages as the list of cascades has them', () => {
  const event = { status: 'UNDELIVERED', cascadeStageUUID: undefined };
  expect(outcomeOf([event], [{ uuid: 'a' }])).toBe('failed');
  expect(
    outcomeOf([{ status: 'UNDELIVERED', cascadeStageUUID: 'a' }], [{ uuid: 'a', stages: [{ uuid: 'b' }] }]),
  ).toBe('open');
  expect(
    outcomeOf([{ status: 'UNDELIVERED', cascadeStageUUID: 'b' }], [{ uuid: 'a', stages: [{ uuid: 'b' }] }]),
  ).toBe('failed');
});
