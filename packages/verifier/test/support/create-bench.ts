import type { Relayed } from '../../mutants/proxy/callback-relay.ts';
import { bodyOf } from '../../mutants/witness/observe.ts';
import type { Bench } from '../../mutants/witness/witness.ts';
import type { Relays } from './relays.ts';
import { send } from './send.ts';
import type { Receiver } from './start-receiver.ts';

export interface BenchOptions {
  /** Where requests go. */
  readonly base: string;
  /** Where registrations go, and the messages of which the outcome is reported. */
  readonly proxy: string;
  readonly relays: Relays;
  readonly receiver: Receiver;
  readonly purse: Bench['purse'];
  /** Keys of accounts with a callback address that are not in use. */
  readonly listeners: string[];
}

export function createBench({ base, proxy, relays, receiver, purse, listeners }: BenchOptions): Bench {
  return {
    purse,
    send: (asked) => send(base, asked),
    async callbacksOf(all, { status, attempts = 1 }, answer = () => 204) {
      const key = listeners.pop();
      if (key === undefined) throw new Error('all listeners are in use: declare more of them');
      const headers = { 'content-type': 'application/json', 'x-api-key': key };
      const { url, seen } = receiver.listen(answer);
      const body = { statusCallbackUrl: url };
      await send(proxy, { method: 'POST', path: '/api/callback/set', headers, body });
      const asks = [all].flat();
      const { requestId } = bodyOf({ text: JSON.stringify(asks.at(-1)?.body) });
      for (const before of asks.slice(0, -1)) await send(proxy, { ...before, headers });
      const answered = await send(proxy, { ...asks.at(-1), headers });
      const isMeant = ({ event }: Relayed) => event.requestId === requestId && event.status === status;
      if (answered.status < 300) await relays.until((relayed) => relayed.filter(isMeant).length >= attempts);
      listeners.push(key);
      return seen.filter((one) => bodyOf(one).requestId === requestId);
    },
  };
}
