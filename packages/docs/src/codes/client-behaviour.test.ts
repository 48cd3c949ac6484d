import { readContract } from '@cascade/contract';
import { expect, test } from 'vitest';
import { clientBehaviour } from './client-behaviour.ts';

const { problems } = readContract();
const behaviourOf = (code: string) => {
  const problem = problems.find((one) => one.code === code);
  if (problem === undefined) throw new Error(`no code ${code}`);
  return clientBehaviour(problem);
};

test('the client gives up at once where a repetition cannot help', async () => {
  const { error, foundByPreflight } = await behaviourOf('text-not-specified');
  expect(error).toMatchObject({
    kind: 'problem',
    code: 'text-not-specified',
    attempts: 1,
    outcome: 'not-scheduled',
  });
  expect(foundByPreflight).toBe(1);
});

test('the client repeats what may pass later', async () => {
  expect((await behaviourOf('too-many-requests')).error).toMatchObject({
    attempts: 3,
    outcome: 'not-scheduled',
  });
  expect((await behaviourOf('system-error')).error).toMatchObject({ attempts: 3, outcome: 'unknown' });
});

test('a used request id is a success after a lost answer, with usedIdMeansAccepted', async () => {
  expect(await behaviourOf('requestId-is-not-unique')).toMatchObject({
    isReplayed: true,
    foundByPreflight: 0,
    foundWithCascades: 0,
  });
  expect(await behaviourOf('cascade-not-found')).toMatchObject({ foundByPreflight: 0, foundWithCascades: 1 });
});
