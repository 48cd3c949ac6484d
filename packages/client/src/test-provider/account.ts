import type { CascadeShape, Facts } from '@cascade/validator';
import { sampleAccounts } from '../generated/cases.ts';

/** An account of the test provider, with its used request ids and balance. */
export interface TestAccount {
  readonly cascades: readonly CascadeShape[];
  readonly facts: Facts;
  accept(requestId: string, cascadeId: number): void;
}

/** The accounts of the samples by their valid keys, with no request id used yet. */
export function sampleAccountsByKey(cascades?: readonly CascadeShape[]): ReadonlyMap<string, TestAccount> {
  return new Map(
    sampleAccounts.flatMap((sample) => {
      const account = createAccount(cascades ?? sample.cascades, sample.balance, sample.prices);
      return sample.keys.filter((key) => !('expiresAt' in key)).map(({ key }) => [key, account] as const);
    }),
  );
}

function createAccount(
  cascades: readonly CascadeShape[],
  balance: number,
  prices: Readonly<Record<string, number>>,
): TestAccount {
  const used = new Set<string>();
  let money = balance;
  const find = (id: number) => cascades.find((cascade) => cascade.id === id);
  const cost = ({ stages }: CascadeShape) =>
    stages.reduce((sum, { channel }) => sum + (prices[channel] ?? 0), 0);
  return {
    cascades,
    facts: {
      isRequestIdUsed: (id) => used.has(id.toLowerCase()),
      findCascade: find,
      canAfford: (cascade) => cost(cascade) <= money,
    },
    accept(requestId, cascadeId) {
      used.add(requestId.toLowerCase());
      const cascade = find(cascadeId);
      if (cascade !== undefined) money -= cost(cascade);
    },
  };
}
