import { countBy } from '@cascade/bench/harness/callers';
import { sum } from '@cascade/bench/harness/statistics';
import type { PeerSubmit } from './reports.ts';
import { type AcceptedMessage, judgeSubmits } from './world.ts';

/** What must become of the messages of a scenario. */
interface Expected {
  /** What each callback must say. */
  readonly final: string;
  /** The most submits beyond those needed, and beyond those of kills. */
  readonly mostDuplicates: number;
  /** The SMSC accepts no message. */
  readonly isRejected: boolean;
}

interface Seen {
  readonly sent: readonly AcceptedMessage[];
  /** What the callback of each said. */
  readonly finals: readonly string[];
  readonly submits: readonly PeerSubmit[];
  /** How often the SMSC was killed and started before the scenario. */
  readonly restartsBefore: number;
  /** Of each restart in the scenario, the receipts that the SMSC owed then. */
  readonly owed: readonly number[];
}

/** The window of the gateway: what a lost connection can double. */
export const window = 10;

export function judge({ final, mostDuplicates, isRejected }: Expected, seen: Seen) {
  const { sent, finals, submits, restartsBefore, owed } = seen;
  const arrived = sent.map((one) => judgeSubmits(one, submits));
  const rejected = sent.filter(({ number }) => submits.every(({ to }) => to !== number)).length;
  const intact = arrived.filter(({ isIntact }) => isIntact).length;
  const duplicates = sum(arrived.map((one) => one.duplicates));
  const killed = arrived.flatMap((one) => one.afterKill);
  const afterKill = owed.map((_, at) => killed.filter((kill) => kill === restartsBefore + 1 + at).length);
  return {
    messages: sent.length,
    /** Messages of which the SMSC's library decoded the text that was sent. */
    intact,
    /** Accepted submits beyond those needed. */
    duplicates,
    mostDuplicates,
    /** Of each kill: submits that were accepted before it and again after it, and receipts still to send. */
    ...(owed.length > 0 && { kills: { afterKill, mostAfterKill: window, owed } }),
    finals: countBy(finals),
    passes:
      finals.every((one) => one === final) &&
      intact === sent.length - (isRejected ? rejected : 0) &&
      duplicates <= mostDuplicates &&
      afterKill.every((one) => one <= window),
  };
}

type Judged = ReturnType<typeof judge>;

/** What became of the messages that were sent while the SMSC was killed. */
export function throughRestarts(rows: readonly Judged[]) {
  const through = rows.filter(({ kills }) => kills !== undefined);
  const kills = through.flatMap((row) => row.kills ?? []);
  const afterKill = kills.flatMap((one) => one.afterKill);
  const messages = sum(through.map((row) => row.messages));
  return {
    messages,
    notIntact: messages - sum(through.map(({ intact }) => intact)),
    notDelivered: messages - sum(through.map(({ finals }) => finals.DELIVERED ?? 0)),
    kills: afterKill.length,
    twice: sum(afterKill),
    mostTwiceByOneKill: Math.max(0, ...afterKill),
    otherDuplicates: sum(through.map(({ duplicates }) => duplicates)),
    receiptsAfterRestart: sum(kills.flatMap(({ owed }) => owed)),
  };
}
