import { setTimeout } from 'node:timers/promises';
import { type Check, check, missingIds } from '../crash/check.ts';
import type { Patient } from '../crash/patient.ts';
import type { Arrangement, Loss } from './arrangement.ts';
import { type Answer, startCallers } from './callers.ts';

/** What callers noticed of one failover, and what it cost. Times are in seconds. */
export interface Round {
  readonly how: Loss;
  readonly accepted: readonly string[];
  /** From the loss until another server takes writes. */
  readonly promotion: number;
  /** The longest time without an accepted message around the loss, of all callers. */
  readonly silence: number;
  /** The longest wait for one answer. */
  readonly longestWait: number;
  /** Outcomes of the requests from the loss to the first message that was accepted after it. */
  readonly refusals: Readonly<Record<string, number>>;
  /** Acknowledged before the old primary returned, and unknown to the new one. */
  readonly lost: readonly string[];
  readonly stale: Stale;
  readonly found: Check;
}

/** While the old primary takes itself for the primary, and one replica restarts. */
interface Stale {
  /** Acknowledged, and unknown to the new primary. */
  readonly lost: readonly string[];
  /** Messages that only the old one holds. */
  readonly strays: number;
  /** Until the restarted replica is ready; null if it did not become ready. */
  readonly ready: number | null;
  /** The longest time without an accepted message, of any replica that was not restarted. */
  readonly silence: number;
}

const callers = 12;
const times = { patience: 60_000, calm: 1_500, beside: 6_000 } as const; // milliseconds

/** @param after Milliseconds under load before the loss. */
export async function failOver(
  servers: Arrangement,
  patient: Patient,
  { how, after }: { readonly how: Loss; readonly after: number },
): Promise<Round> {
  const load = startCallers(() => patient.urls, callers);
  await setTimeout(after);
  const lostAt = performance.now();
  const promotedAt = await patient.gateway.during(`the primary is ${how}`, async () => {
    await servers.lose(how);
    await servers.promote();
    const now = performance.now();
    await acceptedAgain(load.answers, now, patient.urls.length);
    return now;
  });
  await setTimeout(times.calm);
  const backAt = performance.now();
  const ready = await patient.gateway.during('the old primary returns', async () => {
    await servers.bringBack();
    const seconds = await restartOne(patient);
    await setTimeout(times.beside);
    return seconds;
  });
  const endAt = performance.now();
  await load.stop();
  const accepted = [...load.accepted.keys()];
  const missing = await missingIds(patient.looks, accepted);
  const strays = await servers.strayMessages();
  await servers.rejoin();
  // A replica that could not start beside two primaries can now.
  await patient.recover();
  const isBefore = (id: string) => (load.accepted.get(id) ?? 0) < backAt;
  const gaps = patient.urls.slice(1).map((_, index) => {
    const ofOther = load.answers.filter(({ replica }) => replica === index + 1);
    return longestGap(ofOther, backAt, endAt);
  });
  const around = load.answers.filter(({ at }) => at < backAt);
  return {
    how,
    accepted,
    promotion: seconds(promotedAt - lostAt),
    silence: longestGap(around, lostAt, backAt),
    longestWait: seconds(Math.max(...around.map(({ took }) => took))),
    refusals: refusalsOf(around, lostAt),
    lost: missing.filter(isBefore),
    stale: {
      lost: missing.filter((id) => !isBefore(id)),
      strays,
      ready,
      silence: Math.max(...gaps),
    },
    found: await check(patient.looks, accepted),
  };
}

/** Resolves once each replica has accepted a message since an instant, or after a minute. */
async function acceptedAgain(answers: readonly Answer[], since: number, replicas: number): Promise<void> {
  const end = performance.now() + times.patience;
  while (performance.now() < end) {
    const ofThese = answers.filter(({ at, outcome }) => at > since && outcome === 'accepted');
    if (new Set(ofThese.map(({ replica }) => replica)).size === replicas) return;
    await setTimeout(50);
  }
}

/** Kills one replica, and starts it again: it knows nothing of the failover. @returns seconds, or null. */
async function restartOne(patient: Patient): Promise<number | null> {
  const begin = performance.now();
  await patient.kill('one replica');
  try {
    await patient.recover();
    return seconds(performance.now() - begin);
  } catch {
    return null;
  }
}

function refusalsOf(answers: readonly Answer[], since: number): Readonly<Record<string, number>> {
  const refused = answers.filter(({ at, outcome }) => at > since && outcome !== 'accepted');
  return Object.fromEntries(
    [...Map.groupBy(refused, ({ outcome }) => outcome)].map(([outcome, all]) => [outcome, all.length]),
  );
}

/** The longest time without an accepted message between two instants, in seconds. */
function longestGap(answers: readonly Answer[], from: number, to: number): number {
  const accepted = answers.filter(({ at, outcome }) => outcome === 'accepted' && at > from && at < to);
  const ends = [from, ...accepted.map(({ at }) => at).sort((a, b) => a - b), to];
  return seconds(Math.max(...ends.slice(1).map((end, index) => end - (ends[index] ?? end))));
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 10) / 100;
}
