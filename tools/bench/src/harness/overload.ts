import { setTimeout } from 'node:timers/promises';
import type { Bed } from './bed.ts';
import type { Offered } from './children/offer.ts';
import type { Received } from './children/report-receiver.ts';
import { type Forked, forkModule } from './fork.ts';
import type { GatewayKind } from './gateway.ts';
import { startReporter } from './receivers.ts';
import { sum } from './statistics.ts';

/** The accounts: one offers more than the service can do, the other sends ten messages a second. */
export const keys = { greedy: 'greedy-key', modest: 'modest-key' } as const;

/** The default of limits.lagSeconds. */
export const boundSeconds = 5;

/** Offered to find out what saturates the service. */
export const measuring = { rate: 3_000, seconds: 15 } as const;

export type OverloadWorld = Awaited<ReturnType<typeof startOverloadWorld>>;

/** The service with both accounts and a receiver for each, which reports every second; its service file names no limit. */
export async function startOverloadWorld(bed: Bed, kind: GatewayKind) {
  // As the simulator answers, so that only the way there is added.
  const gateway = await bed.gateway({ kind, hasReceipts: false });
  // Before the service in the bed's order of ends: at each of their messages, the service is asked for its metrics.
  const receivers = { greedy: await startReporter(bed), modest: await startReporter(bed) };
  const accountOf = (name: keyof typeof keys) => ({
    name: keys[name],
    url: receivers[name].message,
    cascades: { 1: ['SMS'], 2002: ['SMS'] },
  });
  const accounts = [accountOf('greedy'), accountOf('modest')];
  const service = await bed.service({ accounts, gateway, hasBackPressure: true });
  let quietSince = performance.now();
  for (const { process: receiver } of Object.values(receivers))
    receiver.on('message', ({ callbacks }: Received) => {
      if (callbacks > 0) quietSince = performance.now();
    });
  return {
    service,
    gateway,
    receivers,
    /** Requests of the greedy account at a rate, in an open loop. */
    async offer(rate: number, seconds: number) {
      const args = [service.url, String(rate), String(seconds), keys.greedy];
      const { message } = await forkModule<Offered>(new URL('children/offer.ts', import.meta.url), args);
      return message;
    },
    /** Resolves when no callback has come for three seconds. */
    async drained() {
      quietSince = performance.now();
      while (performance.now() - quietSince < 3_500) await setTimeout(250);
    },
  };
}

/** Cascades a second, in the best ten seconds in a row: after them come repeats that are due minutes later. */
export function bestRate(history: readonly Received[]): number {
  const sums = history.map((_, at) => sum(history.slice(at, at + 10).map(({ ended }) => ended)));
  return Math.round(Math.max(...sums) / 10);
}

/** Keeps what a receiver sends from now on. */
export function record({ process: receiver }: Forked<string>) {
  const history: Received[] = [];
  const note = (got: Received) => void history.push(got);
  receiver.on('message', note);
  return {
    soFar: (): readonly Received[] => [...history],
    stop() {
      receiver.off('message', note);
      return history;
    },
  };
}
