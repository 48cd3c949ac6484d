import type { FaultView } from '../gateway-view/tally.ts';
import type { CountingGateway } from '../gateway-view.ts';
import type { Finals } from '../report-receiver.ts';

/** A message service that is measured, with an SMSC behind it and a receiver of its reports. */
export interface System {
  readonly name: string;
  /** What it keeps, and how. */
  readonly says: string;
  /** Of a start: where and how messages are sent, and the processes that do the work. */
  readonly running: () => Running;
  /** `kill -9` of every process of it. */
  kill(): Promise<void>;
  /** Starts it again with what it has kept. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface Running {
  readonly kind: 'cascade' | 'kannel';
  readonly url: string;
  readonly key: string;
  readonly pids: readonly number[];
}

/** What a system needs: its SMSC, where its reports go, and which it sends. */
export interface Around {
  readonly gateway: CountingGateway;
  readonly receiverUrl: string;
  readonly reports: 1 | 3;
}

/** What became of the messages that were accepted around a kill. */
export interface Fate {
  /** Messages a second. */
  readonly rate: number;
  readonly accepted: number;
  /** Without a report of delivery. */
  readonly withoutFinal: number;
  /** Submitted to the SMSC more than once. */
  readonly sentTwice: number;
  /** Those of them that the kill explains: it came between, and they were under way. */
  readonly byTheKill: number;
  /** Submitted before the kill, and answered less than the window before it: these may be sent twice. */
  readonly underWay: number;
  /** Those of them that the SMSC had not answered. */
  readonly unanswered: number;
  /** How long before the kill the SMSC had answered the oldest that was sent twice. */
  readonly oldestAnswerMs: number | null;
  /** Reported delivered more than once. */
  readonly reportedTwice: number;
}

/** What the kill was, and what the receiver and the SMSC saw. */
export interface Seen {
  readonly rate: number;
  readonly finals: Finals;
  readonly submitted: Finals;
  readonly kill: FaultView | undefined;
}

/** Compares what was accepted with what was seen. */
export function fateOf(accepted: readonly string[], { rate, finals, submitted, kill }: Seen): Fate {
  const [reported, sent] = [new Map(finals), new Map(submitted)];
  const count = (is: (id: string) => boolean) => accepted.filter(is).length;
  return {
    rate,
    accepted: accepted.length,
    withoutFinal: count((id) => !reported.has(id)),
    sentTwice: count((id) => (sent.get(id) ?? 0) > 1),
    byTheKill: kill?.repeats ?? 0,
    underWay: kill?.underWay ?? 0,
    unanswered: kill?.unanswered ?? 0,
    oldestAnswerMs: kill?.oldestAnswerMs ?? null,
    reportedTwice: count((id) => (reported.get(id) ?? 0) > 1),
  };
}
