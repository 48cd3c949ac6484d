import { type FaultyReceiver, startFaultyReceiver } from '@cascade/test-kit';
import { accountsFile } from '../accounts-file.ts';

/** What an account sends: a cascade, and addresses with a fixed outcome (ADR-0038). */
interface Habit {
  readonly cascadeId: number;
  readonly addresses: readonly string[];
}

/** An account with its receiver; the name is also its API key. */
export interface Resident {
  readonly name: string;
  readonly habit: Habit;
  readonly receiver: FaultyReceiver;
  /** For each callback that the receiver took: when it arrived, and when its status changed. */
  readonly taken: { readonly at: number; readonly statusAt: number }[];
}

const address = (last: number) => `+120255501${String(last).padStart(2, '0')}`;

/**
 * One stage; two stages of which the second waits for the outcome or the time-out of the first; receipts late, repeated
 * and outdated; refusals of the channel. `healthy` sends what `codes` sends, and nothing is ever done to it.
 */
const habits: Readonly<Record<string, Habit>> = {
  healthy: { cascadeId: 1, addresses: [address(99)] },
  codes: { cascadeId: 1, addresses: [address(99)] },
  stages: { cascadeId: 2, addresses: [address(30), address(1), address(22), address(26), address(99)] },
  receipts: { cascadeId: 1, addresses: [address(20), address(21), address(27), address(28), address(25)] },
  refused: { cascadeId: 2, addresses: [address(5), address(8), address(10), address(11)] },
  poor: { cascadeId: 1, addresses: [address(99)] },
};

/** Enough for 200 messages of `poor`, which then gets out-of-balance. */
const balances: Readonly<Record<string, number>> = { poor: 1_000 };

export function startResidents(): Promise<readonly Resident[]> {
  return Promise.all(
    Object.entries(habits).map(async ([name, habit]) => {
      const taken: Resident['taken'] = [];
      const receiver = await startFaultyReceiver({
        slowMilliseconds: 20_000, // the service waits for 15 s
        onTaken: (body) => taken.push({ at: Date.now(), statusAt: Date.parse(JSON.parse(body).statusAt) }),
      });
      return { name, habit, receiver, taken };
    }),
  );
}

export function residentsFile(residents: readonly Resident[]): string {
  const cascades = { 1: ['SMS'], 2: ['CHATTWO 00:00:05', 'SMS'] };
  return accountsFile(
    residents.map(({ name, receiver: { url } }) => ({ name, url, balance: balances[name], cascades })),
  );
}
