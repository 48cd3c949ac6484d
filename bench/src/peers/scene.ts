import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { type Judgement, startGateway } from '../gateway-view.ts';
import { type Forked, forkModule } from '../parts/forked.ts';
import { treeSeconds } from '../processor-time.ts';
import { quantile, round } from '../report.ts';
import type { Finals, Reported } from '../report-receiver.ts';
import { startLoad } from '../start-load.ts';
import { median } from '../statistics.ts';
import { type Around, type Fate, fateOf, type System } from './system.ts';

/** One system with its SMSC and its receiver, ready to be loaded. */
export interface Scene {
  readonly system: System;
  /** Sends at a rate, and waits until what was accepted is reported, or nothing more comes. */
  run(rate: number, seconds: number): Promise<Run>;
  /** Sends at a rate, kills the system in the middle, starts it again, and waits like `run`. */
  crash(rate: number, seconds: number): Promise<Fate>;
  /** What the SMSC has seen so far. */
  judge(): Promise<Judgement>;
  close(): Promise<void>;
}

export interface Run {
  readonly rate: number;
  readonly offered: number;
  readonly accepted: number;
  readonly reported: number;
  /** Of every kind. */
  readonly reportsPerMessage: number;
  /** From the end of the load to the last report; undefined if not all came. */
  readonly drainSeconds: number | undefined;
  readonly loadSeconds: number;
  readonly lagMilliseconds: { readonly p50: number; readonly p99: number };
  /** Of all processes of the system, in microseconds. */
  readonly processorPerMessage: number;
}

const receiverModule = new URL('../report-receiver.ts', import.meta.url);
/** How long nothing may come before the rest is given up, and after a restart. */
const patience = { usual: 12, afterCrash: 40 } as const;

/** Opens a scene for a number of reports a message. @param windowMs See `GatewayOptions`. */
export async function openScene(
  reports: 1 | 3,
  windowMs: number,
  start: (around: Around) => Promise<System>,
): Promise<Scene> {
  const receiver = await forkModule<string>(receiverModule, ['0']);
  const gateway = await startGateway({ kind: 'smpp', isEnroute: reports === 3, windowMs });
  const system = await start({ gateway, receiverUrl: receiver.message, reports });

  async function run(rate: number, seconds: number): Promise<Run> {
    const { pids } = system.running();
    await ask<Reported>(receiver, 'look');
    const processor = pids.reduce((sum, pid) => sum + treeSeconds(pid), 0);
    const sent = await send(system, { rate, seconds, receiver, reports }).sent;
    const end = performance.now();
    const { lags, lastAt, callbacks } = await collect(receiver, sent.accepted.length, patience.usual);
    const spent = pids.reduce((sum, pid) => sum + treeSeconds(pid), 0) - processor;
    lags.sort((a, b) => a - b);
    return {
      rate,
      offered: Math.ceil(rate * seconds),
      accepted: sent.accepted.length,
      reported: lags.length,
      reportsPerMessage: round(callbacks / lags.length),
      drainSeconds:
        lags.length < sent.accepted.length ? undefined : Math.max(0, round((lastAt - end) / 1_000)),
      loadSeconds: round(sent.seconds),
      lagMilliseconds: { p50: median(lags), p99: quantile(lags, 0.99) },
      processorPerMessage: Math.round((spent / Math.max(1, lags.length)) * 1e6),
    };
  }

  return {
    system,
    run,
    async crash(rate, seconds) {
      const load = send(system, { rate, seconds: seconds * 2, receiver, reports });
      await setTimeout(seconds * 1_000);
      await gateway.during('kill -9', system.kill);
      await system.restart();
      load.stop();
      const { accepted } = await load.sent;
      await ask<Reported>(receiver, 'look');
      // Duplicates come late, so it always waits until nothing has come for that long.
      await collect(receiver, Number.POSITIVE_INFINITY, patience.afterCrash);
      return fateOf(accepted, {
        rate,
        finals: await ask<Finals>(receiver, 'finals'),
        submitted: await gateway.counts(),
        kill: (await gateway.judge()).faults.at(-1),
      });
    },
    judge: gateway.judge,
    async close() {
      await system.close();
      await Promise.all([receiver.close(), gateway.close()]);
    },
  };
}

interface Wanted {
  readonly rate: number;
  readonly seconds: number;
  readonly receiver: Forked<string>;
  readonly reports: 1 | 3;
}

function send(system: System, { rate, seconds, receiver, reports }: Wanted) {
  const { kind, url, key } = system.running();
  // Kannel's bits: 1 delivered, 2 failed, 4 on its way by the SMSC, 8 accepted by the SMSC, 16 refused by it.
  const kannel = { callbackUrl: receiver.message, mask: reports === 1 ? 3 : 31 };
  const load = { urls: [url], keys: [key], rate, seconds, connections: 64 };
  return startLoad(kind === 'kannel' ? { ...load, kannel } : load);
}

/** Takes the lags of first reports until there are `wanted`, or none has come for `quietSeconds`. */
async function collect(receiver: Forked<string>, wanted: number, quietSeconds: number) {
  const lags: number[] = [];
  let lastAt = performance.now();
  let callbacks = 0;
  while (lags.length < wanted && performance.now() - lastAt < quietSeconds * 1_000) {
    const got = await ask<Reported>(receiver, 'look');
    if (got.callbacks > 0) lastAt = performance.now();
    lags.push(...got.lags);
    callbacks += got.callbacks;
    if (lags.length < wanted) await setTimeout(50);
  }
  return { lags, lastAt, callbacks };
}

async function ask<Answer>(
  { process: child }: { readonly process: Forked<unknown>['process'] },
  question: string,
) {
  child.send(question);
  const [answer] = await once(child, 'message');
  return answer as Answer;
}
