import type { Finals } from './receiver.ts';

/** A message service that is measured, with an SMSC behind it and a receiver of its reports. */
export interface System {
  readonly name: string;
  /** What it keeps, and how. */
  readonly says: string;
  /** Of a start: the arguments of `load.ts` up to the key, and the processes that do the work. */
  readonly running: () => Running;
  /** `kill -9` of every process of it, and a start with what it has kept. */
  killAndRestart(): Promise<void>;
  close(): Promise<void>;
}

export interface Running {
  readonly kind: 'cascade' | 'kannel';
  readonly url: string;
  readonly key: string;
  readonly pids: readonly number[];
}

/** What a system needs: where its SMSC listens, where its reports go, and which it sends. */
export interface Around {
  readonly smscPort: number;
  readonly receiverUrl: string;
  readonly reports: 1 | 3;
}

/** What became of accepted messages. */
export interface Fate {
  readonly accepted: number;
  /** Without a report of delivery. */
  readonly withoutFinal: number;
  /** Submitted to the SMSC more than once. */
  readonly sentTwice: number;
  /** Reported delivered more than once. */
  readonly reportedTwice: number;
}

/** Compares what was accepted with what the receiver and the SMSC saw. */
export function fateOf(accepted: readonly string[], finals: Finals, submitted: Finals): Fate {
  const [reported, sent] = [new Map(finals), new Map(submitted)];
  const count = (is: (id: string) => boolean) => accepted.filter(is).length;
  return {
    accepted: accepted.length,
    withoutFinal: count((id) => !reported.has(id)),
    sentTwice: count((id) => (sent.get(id) ?? 0) > 1),
    reportedTwice: count((id) => (reported.get(id) ?? 0) > 1),
  };
}
