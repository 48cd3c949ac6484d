import { startMock } from '@cascade/mock';
import { expect, test } from 'vitest';
import { verify } from '../src/index.ts';
import { ownProfile } from './support/broken-provider.ts';

test('the mock is conformant in all that a mock can know', async () => {
  const mock = await startMock({ port: 0 });
  try {
    const report = await verify({ target: mock.url, profile: await ownProfile('mock'), seed: 1 });
    expect(report.findings).toEqual([]);
    expect(report.verdict).toBe('conformant');
    expect(report.inconclusive.map(({ scenario }) => scenario).toSorted()).toEqual([
      'balance-to-zero',
      'callback-repeated',
      'cascade-of-another-account',
      'delivered-message-is-not-undelivered',
      'duplicate-window-ends',
      'order-used-id-and-no-money',
      'refused-costs-nothing',
    ]);
  } finally {
    await mock.close();
  }
}, 60_000);
