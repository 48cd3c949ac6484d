import { expect, test } from 'vitest';
import { consumerMutants, judgeConsumer, soundClient } from './consumers.ts';

test.each([
  ['receiver', { receives: () => 204 }],
  ['client', soundClient],
] as const)('a sound %s is conformant', async (_, consumer) => {
  const { verdict, findings, ledger } = await judgeConsumer(consumer);
  expect([verdict, findings]).toEqual(['conformant', []]);
  expect(ledger.find(({ clause }) => clause === '7/codes-grow')?.verdict).toBe('conformant');
});

test.each(consumerMutants)('$id: $title', async ({ consumer, clauses }) => {
  const { verdict, findings } = await judgeConsumer(consumer);
  expect(verdict).toBe('non-conformant');
  expect(findings.map(({ clause }) => clause)).toEqual([clauses[0]]);
});
