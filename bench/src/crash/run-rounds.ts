import { setTimeout } from 'node:timers/promises';
import { type Check, check } from './check.ts';
import type { Look } from './database.ts';
import type { Patient } from './patient.ts';
import { sendUntil } from './send-until.ts';

export interface RoundsOptions {
  readonly rounds: number;
  readonly callers: number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly say: (line: string) => void;
}

/** Counts that must stay 0. */
const promises = ['missing', 'doubleMessages', 'doubleDebits', 'wrongBooks', 'notReleased'] as const;
export type Faults = Readonly<Record<(typeof promises)[number], number>>;

/** The results of all rounds. */
export interface Rounds {
  readonly killed: Readonly<Record<string, number>>;
  /** The request ids that were answered 200. */
  readonly accepted: readonly string[];
  /** The highest counts of any check. */
  readonly faults: Faults;
  /** Seconds from each kill until the service was ready again, sorted. */
  readonly recoveries: readonly number[];
  /** The state after the drain. */
  readonly last: Check;
  readonly drainSeconds: number;
}

const longestDrain = 240_000; // 4 minutes; who holds a job and is silent for 30 seconds has lost it

/**
 * Each round is load, a kill, recovery and a check; after the last, all accepted messages get time to end.
 */
export async function runRounds(patient: Patient, options: RoundsOptions): Promise<Rounds> {
  const { rounds, random, say } = options;
  const accepted: string[] = [];
  const { victims } = patient;
  const killed = Object.fromEntries(victims.map((victim) => [victim, 0]));
  const recoveries: number[] = [];
  let faults: Faults = { missing: 0, doubleMessages: 0, doubleDebits: 0, wrongBooks: 0, notReleased: 0 };
  for (let number = 1; number <= rounds; number += 1) {
    const victim = victims[Math.floor(random() * victims.length)] ?? '';
    const after = Math.round(200 + random() * (patient.longestLoad - 200));
    const { ids, seconds } = await crash(patient, { victim, after, callers: options.callers });
    accepted.push(...ids);
    recoveries.push(seconds);
    killed[victim] = (killed[victim] ?? 0) + 1;
    const found = await check(patient.looks, ids);
    faults = worse(faults, found);
    const state = promises.map((promise) => `${promise} ${found[promise]}`).join(', ');
    say(`${number}: ${victim} after ${after} ms, ${ids.length} accepted, ready after ${seconds} s; ${state}`);
  }
  const begin = performance.now();
  const last = await drain(patient.looks, accepted, say);
  return {
    killed,
    accepted,
    faults: worse(faults, last),
    recoveries: recoveries.sort((a, b) => a - b),
    last,
    drainSeconds: Math.round((performance.now() - begin) / 1_000),
  };
}

interface Crash {
  readonly victim: string;
  /** Milliseconds under load. */
  readonly after: number;
  readonly callers: number;
}

async function crash(patient: Patient, { victim, after, callers }: Crash) {
  let isOver = false;
  const sending = sendUntil(() => isOver, { ...patient, callers });
  await setTimeout(after);
  const begin = performance.now();
  let ids: readonly string[] = [];
  await patient.crash(victim, async () => {
    isOver = true;
    ids = await sending;
  });
  return { ids, seconds: Math.round((performance.now() - begin) / 10) / 100 };
}

/** Resolves when no work is left, or after the time limit. */
export async function drain(looks: readonly Look[], accepted: readonly string[], say: RoundsOptions['say']) {
  const end = Date.now() + longestDrain;
  for (;;) {
    const found = await check(looks, accepted);
    const { notEnded, notReported } = found;
    if (notEnded + notReported === 0 || Date.now() > end) return found;
    say(`draining: ${notEnded} messages and ${notReported} callbacks to go`);
    await setTimeout(3_000);
  }
}

function worse(faults: Faults, found: Faults): Faults {
  return {
    missing: Math.max(faults.missing, found.missing),
    doubleMessages: Math.max(faults.doubleMessages, found.doubleMessages),
    doubleDebits: Math.max(faults.doubleDebits, found.doubleDebits),
    wrongBooks: Math.max(faults.wrongBooks, found.wrongBooks),
    notReleased: Math.max(faults.notReleased, found.notReleased),
  };
}
