import { setTimeout } from 'node:timers/promises';
import type { Bed } from './bed.ts';
import { startTraffic } from './callers.ts';
import type { Offered } from './children/offer.ts';
import type { Received } from './children/report-receiver.ts';
import { type Forked, forkModule } from './fork.ts';
import type { GatewayKind } from './gateway.ts';
import { readFigures } from './metrics.ts';
import { processorSeconds, treeSeconds } from './processes.ts';
import { startReporter } from './receivers.ts';
import { latency, round, sum } from './statistics.ts';

/** The accounts: one offers more than the service can do, the other sends ten messages a second. */
const keys = { greedy: 'greedy-key', modest: 'modest-key' } as const;

/** Offered to find out what saturates the service. */
const measuring = { rate: 3_000, seconds: 25 } as const;

/** A second of an account, with what the service says of itself: NaN if it did not answer in time. */
export interface Second extends Received {
  readonly accepted: number;
  /** Accepted and not ended. */
  readonly underWay: number;
  readonly lag: number;
  readonly rssMiB: number;
}

/** Notes each second of a receiver and of the service behind it. */
export function watchSeconds(receiver: Forked<string>, operationsUrl: string) {
  const history: Second[] = [];
  let acceptedBefore = 0;
  receiver.process.on('message', async (got: Received) => {
    const unknown = Number.NaN;
    const second = { ...got, accepted: unknown, underWay: unknown, lag: unknown, rssMiB: unknown };
    // Before the service has answered: a busy one takes longer than a second.
    history.push(second);
    const figures = await readFigures(operationsUrl).catch(() => undefined);
    if (figures === undefined) return;
    const { accepted, ended, lagSeconds: lag, rssMiB } = figures;
    Object.assign(second, { accepted: accepted - acceptedBefore, underWay: accepted - ended, lag, rssMiB });
    acceptedBefore = accepted;
  });
  return history as readonly Second[];
}

export type OverloadWorld = Awaited<ReturnType<typeof startOverloadWorld>>;

/** The service with both accounts and a receiver for each, which reports every second; its service file names no limit. */
export async function startOverloadWorld(bed: Bed, kind: GatewayKind) {
  // As the simulator answers, so that only the way there is added.
  const gateway = await bed.gateway({ kind, hasReceipts: false });
  const receivers = { greedy: await startReporter(bed), modest: await startReporter(bed) };
  const accounts = (['greedy', 'modest'] as const).map((name) => ({
    name: keys[name],
    url: receivers[name].message,
    cascades: { 1: ['SMS'], 2002: ['SMS'] },
  }));
  const service = await bed.service({ accounts, gateway, hasBackPressure: true });
  const history = watchSeconds(receivers.greedy, service.operationsUrl);
  const ofModest: Received[] = [];
  let quietSince = performance.now();
  const heard = ({ callbacks }: Received) => {
    if (callbacks > 0) quietSince = performance.now();
  };
  receivers.modest.process.on('message', (got: Received) => {
    heard(got);
    ofModest.push(got);
  });
  receivers.greedy.process.on('message', heard);

  /** Requests of the greedy account at a rate, in an open loop. */
  async function offer(rate: number, seconds: number): Promise<Offered> {
    const args = [service.url, String(rate), String(seconds), keys.greedy];
    return (await forkModule<Offered>(new URL('children/offer.ts', import.meta.url), args)).message;
  }

  /** Resolves when no callback has come for three seconds. */
  async function drained(): Promise<void> {
    quietSince = performance.now();
    while (performance.now() - quietSince < 3_500) await setTimeout(250);
  }

  function used() {
    const node = processorSeconds(service.pid);
    const ofReceivers = sum(Object.values(receivers).map(({ pid }) => processorSeconds(pid)));
    return { at: performance.now() / 1_000, node, all: treeSeconds(service.pid), ofReceivers };
  }

  return {
    gateway,
    /** Since the start. */
    ...{ history, ofModest },
    /** What saturates the service, in cascades a second: the best ten seconds in a row while more is offered. */
    async measureCapacity() {
      const from = history.length;
      const { answers } = await offer(measuring.rate, measuring.seconds);
      const capacity = bestRate(history.slice(from));
      await drained();
      return { accepted: answers['200'] ?? 0, capacity };
    },
    /** Offers at a rate, beside the steady account, until all is over; what came meanwhile. */
    async overload(rate: number, seconds: number) {
      const [from, fromModest, before] = [history.length, ofModest.length, used()];
      const traffic = startTraffic(service.url, [{ key: keys.modest, perSecond: 10 }]);
      const offered = await offer(rate, seconds);
      const after = used();
      const during = history.slice(from);
      const ofSteady = ofModest.slice(fromModest);
      const { byStatus: answers, answers: all } = await traffic.stop();
      await drained();
      const cores = (seconds: (what: typeof before) => number) =>
        round((seconds(after) - seconds(before)) / (after.at - before.at));
      const coresBusy = {
        node: cores(({ node }) => node),
        postgres: cores(({ all, node }) => all - node),
        loadAndReceivers: round(
          cores(({ ofReceivers }) => ofReceivers) + offered.processorSeconds / (after.at - before.at),
        ),
      };
      return {
        offered,
        during,
        coresBusy,
        steady: { answers, ...latency(all.map(({ took }) => took)), during: ofSteady },
      };
    },
  };
}

function bestRate(history: readonly Received[]): number {
  const sums = history.map((_, at) => sum(history.slice(at, at + 10).map(({ ended }) => ended)));
  return Math.round(Math.max(...sums) / 10);
}
