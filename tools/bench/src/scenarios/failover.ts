import { setTimeout } from 'node:timers/promises';
import { seededRandom } from '@cascade/repository/test-kit';
import { stagedAccounts } from '../harness/accounts.ts';
import { check, missingIds, worstOf } from '../harness/audit.ts';
import type { Bed } from '../harness/bed.ts';
import { countBy, stagedMessage, type TimedCall } from '../harness/callers.ts';
import { type Loss, lacksPostgres } from '../harness/postgres.ts';
import { type Patient, type Replicas, startPatient } from '../harness/replicas.ts';
import { choice, number, scenario, seed, text } from '../harness/scenario.ts';
import { longestGap, seconds, sum } from '../harness/statistics.ts';
import { type Arrangement, modes, streaming } from '../harness/streaming.ts';
import { find } from '../harness/waits.ts';
import { lacksPatroni, patroni, patroniTimes, patroniVersion } from './failover/patroni.ts';

interface Kind {
  /**
   * Whether what was acknowledged may be lost with the primary: messages, and receipts of messages that are
   * kept.
   */
  readonly mayLose: boolean;
  says(): string;
  /** Why it cannot be tried here. */
  lacks(): string | undefined;
  servers(bed: Bed): Promise<Arrangement>;
}

const kinds: Readonly<Record<string, Kind>> = Object.fromEntries([
  ...Object.entries(modes).map(([name, mode]): [string, Kind] => [
    name,
    {
      mayLose: mode.waitsFor === '',
      says: () => `${mode.says}. A standby is promoted at once, and the old primary returns as a primary`,
      lacks: () => lacksPostgres,
      servers: (bed) => streaming(bed, mode),
    },
  ]),
  ...Object.entries(patroniTimes).map(([name, times]): [string, Kind] => [
    name,
    {
      mayLose: false,
      says: () =>
        `three machines with Patroni ${patroniVersion()}, PostgreSQL and a member of etcd each; synchronous_mode, ttl ${times.ttl}, loop_wait ${times.loop_wait}, retry_timeout ${times.retry_timeout}. Patroni alone promotes, and takes the old primary back`,
      lacks: () => lacksPostgres ?? lacksPatroni(),
      servers: (bed) => patroni(bed, times),
    },
  ]),
]);

export default scenario({
  says: "Loses the primary under load, promotes a standby, and lets the old primary return as if nothing had happened: what callers notice, and what is lost or sent twice. Needs Debian's postgresql, for Patroni also patroni (or the variable PATRONI) and etcd-server, and is skipped without. Writes results/failover-….json. Ends with 1 if a message was sent twice that was not under way at a loss, or, unless the standby is asynchronous, if a message did not end.",
  minutes: 90,
  options: {
    on: choice('how the servers replicate', ['all', ...Object.keys(kinds)], 'all'),
    rounds: number('how many failovers of each', 20),
    name: text('of the result file; failover-… if absent'),
    seed: seed('of the moments'),
  },
  examples: {
    '': 'all of them',
    '--on quorum --rounds 3': 'two standbys, a minute',
    '--on patroni --rounds 6': 'a quarter of an hour',
  },
  async run({ values, say, each, report }) {
    const wanted = Object.entries(kinds).filter(([name]) => ['all', name].includes(values.on));
    const present = wanted.filter(([name, kind]) => {
      const lacks = kind.lacks();
      if (lacks !== undefined) say(`skipped ${name}: ${lacks}`);
      return lacks === undefined;
    });
    say(`${values.rounds} rounds, seed ${values.seed}`);
    await each(Object.fromEntries(present), async (bed, kind, name) => {
      const results = await measure(bed, kind, { ...values, say });
      const says = `${kind.says()}. Two replicas under the load of ${callers} callers, which repeat a refused request with its id. The primary is killed, or frozen and let go again; when it returns, one replica restarts. Times in seconds`;
      report({ says, ...results }, { name: values.name ?? `failover-${name}` });
      return results;
    });
  },
});

/** Loses the primary again and again, and sums up what callers noticed and what the store says. */
async function measure(bed: Bed, { servers: start, mayLose }: Kind, { rounds, seed: given, say }: Given) {
  const servers = await start(bed);
  const patient = await startPatient(bed, {
    replicas: 2,
    databaseUrl: servers.url,
    accounts: stagedAccounts,
  });
  const random = seededRandom(given);
  const done: Round[] = [];
  while (done.length < rounds) {
    const how = random() < 0.5 ? 'killed' : 'frozen';
    const round = await failOver(servers, patient, how, Math.round(500 + random() * 1_500));
    done.push(round);
    const { accepted, lost, stale, promotion, silence, refusals, found } = round;
    say(
      `${done.length}: ${how}, ${accepted.length} accepted, ${lost.length} lost, promoted after ${promotion} s, silent for ${silence} s, refused ${JSON.stringify(countBy(refusals))}; beside the old primary ${JSON.stringify({ ...stale, lost: stale.lost.length })}; ${JSON.stringify(found)}`,
    );
  }
  const gone = new Set(done.flatMap(({ lost, stale }) => [...lost, ...stale.lost]));
  const kept = done.flatMap(({ accepted }) => accepted).filter((id) => !gone.has(id));
  const {
    last,
    statusEvents,
    undelivered: stuck,
    unreported,
    gateway,
  } = await patient.settled([servers.look], kept, { say });
  await patient.replicas.stopCleanly();
  const { messages: _, ...faults } = last;
  if (!mayLose && sum([stuck, unreported, ...Object.values(faults)]) > 0) bed.fail();
  return {
    ...summaryOf(done),
    ...(servers.helped !== undefined && { helpedByHand: servers.helped() }),
    gateway,
    atTheEnd: last,
    stuck,
    statusEvents,
    unreported,
    repeatedCallbacks: [...patient.receiver.times.values()].filter((times) => times > 1).length,
  };
}

interface Given {
  readonly rounds: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

/** What callers noticed of one failover, and what it cost. Times are in seconds. */
type Round = Awaited<ReturnType<typeof failOver>>;

const callers = 12;
const times = { calm: 1_500, beside: 6_000 } as const; // milliseconds

/** @param after Milliseconds under load before the loss. */
async function failOver(
  servers: Arrangement,
  { replicas, gateway, load: begin }: Patient,
  how: Loss,
  after: number,
) {
  const looks = [servers.look];
  const load = begin({
    callers,
    next: () => stagedMessage(Math.floor(Math.random() * 2)),
    pauseMs: 20,
    repeatMs: 100,
    patienceMs: 15_000,
  });
  await setTimeout(after);
  const lostAt = performance.now();
  const promotedAt = await gateway.during(`the primary is ${how}`, async () => {
    await servers.lose(how);
    await servers.promote();
    const now = performance.now();
    await find(() => acceptedAt(load.calls, now).size === replicas.all.length, { pauseMs: 50 });
    return now;
  });
  await setTimeout(times.calm);
  const backAt = performance.now();
  const ready = await gateway.during('the old primary returns', async () => {
    await servers.bringBack();
    const seconds = await restartOne(replicas);
    await setTimeout(times.beside);
    return seconds;
  });
  const endAt = performance.now();
  await load.stop();
  const accepted = [...load.accepted.keys()];
  const missing = await missingIds(looks, accepted);
  const strays = await servers.strayMessages();
  await servers.rejoin();
  // A replica that could not start beside two primaries can now.
  await replicas.revive();
  await replicas.untilReady();
  const isBefore = (id: string) => (load.accepted.get(id) ?? 0) < backAt;
  const gaps = replicas.urls.slice(1).map((_, index) => {
    const ofOther = load.calls.filter(({ replica }) => replica === index + 1);
    return gapOf(ofOther, backAt, endAt);
  });
  const around = load.calls.filter(({ end }) => end < backAt);
  return {
    how,
    accepted,
    /** From the loss until another server takes writes. */
    promotion: seconds(promotedAt - lostAt),
    /** The longest time without an accepted message around the loss, of all callers. */
    silence: gapOf(around, lostAt, backAt),
    longestWait: seconds(Math.max(...around.map(({ begin, end }) => end - begin))),
    /** Outcomes of the requests from the loss to the first message that was accepted after it. */
    refusals: refusalsOf(around, lostAt),
    /** Acknowledged before the old primary returned, and unknown to the new one. */
    lost: missing.filter(isBefore),
    /** While the old primary takes itself for the primary, and one replica restarts. */
    stale: {
      /** Acknowledged, and unknown to the new primary. */
      lost: missing.filter((id) => !isBefore(id)),
      /** Messages that only the old one holds. */
      strays,
      /** Until the restarted replica is ready; null if it did not become ready. */
      ready,
      /** The longest time without an accepted message, of any replica that was not restarted. */
      silence: Math.max(...gaps),
    },
    found: await check(looks, accepted),
  };
}

/** The replicas that have accepted a message since an instant. */
function acceptedAt(calls: readonly TimedCall[], since: number): ReadonlySet<number> {
  return new Set(
    calls.filter(({ end, isAccepted }) => end > since && isAccepted).map(({ replica }) => replica),
  );
}

/** Kills one replica, and starts it again: it knows nothing of the failover. @returns seconds, or null. */
async function restartOne(replicas: Replicas): Promise<number | null> {
  const begin = performance.now();
  await replicas.kill([0]);
  try {
    await replicas.revive();
    await replicas.untilReady();
    return seconds(performance.now() - begin);
  } catch {
    return null;
  }
}

function refusalsOf(calls: readonly TimedCall[], since: number): readonly string[] {
  return calls.filter(({ end, isAccepted }) => end > since && !isAccepted).map(({ outcome }) => outcome);
}

/** The longest time without an accepted message between two instants, in seconds. */
function gapOf(calls: readonly TimedCall[], from: number, to: number): number {
  const accepted = calls.filter(({ isAccepted }) => isAccepted).map(({ end }) => end);
  return seconds(longestGap(accepted, from, to));
}

/** The figures of the result file: sums, medians and worst cases of all rounds. */
function summaryOf(rounds: readonly Round[]): object {
  const stale = rounds.map((round) => round.stale);
  const silences = (of: Loss) => rounds.flatMap(({ how, silence }) => (how === of ? silence : []));
  const { missing: _, ...worst } = worstOf(rounds.map(({ found }) => found));
  return {
    rounds: { killed: silences('killed').length, frozen: silences('frozen').length },
    accepted: sum(rounds.map(({ accepted }) => accepted.length)),
    lost: sum(rounds.map(({ lost }) => lost.length)),
    roundsWithLoss: rounds.filter(({ lost }) => lost.length > 0).length,
    ...worst,
    promotion: spread(rounds.map(({ promotion }) => promotion)),
    withoutAcceptance: { killed: spread(silences('killed')), frozen: spread(silences('frozen')) },
    longestWaitForAnAnswer: Math.max(...rounds.map(({ longestWait }) => longestWait)),
    refusals: countBy(rounds.flatMap(({ refusals }) => refusals)),
    besideTheOldPrimary: {
      lost: sum(stale.map(({ lost }) => lost.length)),
      strays: sum(stale.map(({ strays }) => strays)),
      restartedReplicaReady: spread(stale.flatMap(({ ready }) => ready ?? [])),
      neverReady: stale.filter(({ ready }) => ready === null).length,
      withoutAcceptanceAtTheOther: spread(stale.map(({ silence }) => silence)),
    },
  };
}

function spread(numbers: readonly number[]): object {
  const sorted = numbers.toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)], longest: sorted.at(-1) };
}
