import { quantile, round } from '@cascade/bench/harness/statistics';
import { decoded } from './alphabets.ts';
import type { Told } from './clients/client.ts';
import type { ScriptedSmsc, Submit } from './scripted-smsc.ts';
import type { Behaviour } from './table.ts';

/** A text as it was sent. */
export interface SentText {
  readonly at: number;
  readonly number: string;
  readonly text: string;
  readonly sentAt: number;
  readonly told: readonly Told[];
}

/** What became of the texts of a row with one client. */
export interface RowOutcome {
  readonly texts: number;
  /** Subscribers that did not get what they should, got it more than once, or got something else. */
  readonly missing: number;
  readonly twice: number;
  readonly garbled: number;
  /** Callers that were told something wrong meanwhile or in the end, or not how it ended. */
  readonly toldWrong: number;
  readonly notTold: number;
  /** Until the subscriber had it, in seconds: the slowest of twenty, and the slowest. */
  readonly secondsP95: number | null;
  readonly secondsMost: number | null;
  /** Submits that the SMSC refused, and the binds that it saw. */
  readonly refusals: number;
  readonly binds: number;
  /** What else the row counts. */
  readonly others: number;
}

export function judgeRow(behaviour: Behaviour, sent: readonly SentText[], smsc: ScriptedSmsc): RowOutcome {
  const { reaches = () => true, should = () => 'DELIVERED', alphabet = 'gsm', faults } = behaviour;
  const byNumber = Map.groupBy(smsc.delivered, ({ submit }) => submit.number);
  const fates = sent.map((one) => {
    const own = byNumber.get(one.number) ?? [];
    const copies = copiesOf(own.map(({ submit }) => submit));
    return {
      ...one,
      isExpected: reaches(one.at),
      copies: copies.length,
      isTwice: copies.some((parts) => parts.length > 1),
      isGarbled: copies.length > 0 && textOf(copies, alphabet) !== one.text,
      seconds: ((own.at(-1)?.at ?? Number.NaN) - one.sentAt) / 1_000,
      ending: endingOf(one.told, should(one.at)),
    };
  });
  const times = fates
    .filter(({ isExpected, copies }) => isExpected && copies > 0)
    .map(({ seconds }) => seconds)
    .toSorted((one, other) => one - other);
  const count = (is: (fate: (typeof fates)[number]) => boolean) => fates.filter(is).length;
  return {
    texts: sent.length,
    missing: count(({ isExpected, copies }) => isExpected && copies === 0),
    twice: count(({ isTwice }) => isTwice),
    garbled: count(({ isGarbled }) => isGarbled),
    toldWrong: count(({ ending }) => ending === 'wrong'),
    notTold: count(({ ending }) => ending === 'none'),
    secondsP95: times.length === 0 ? null : round(quantile(times, 0.95)),
    secondsMost: times.length === 0 ? null : round(times.at(-1) ?? Number.NaN),
    refusals: smsc.refusals,
    binds: smsc.binds,
    others: faults?.(smsc) ?? 0,
  };
}

/** The submits of each part, in order; empty if a part is missing. */
function copiesOf(submits: readonly Submit[]): readonly (readonly Submit[])[] {
  const [first] = submits;
  if (first === undefined) return [];
  const parts = Array.from({ length: first.part.of }, (_, at) =>
    submits.filter(({ part }) => part.index === at + 1),
  );
  return parts.some(({ length }) => length === 0) ? [] : parts;
}

function textOf(parts: readonly (readonly Submit[])[], alphabet: NonNullable<Behaviour['alphabet']>): string {
  const texts = parts.map(([submit]) =>
    submit === undefined ? '' : decoded(submit.part.content, submit.dataCoding, alphabet),
  );
  return texts.join('');
}

/** Whether a caller was told how it ended, and nothing that contradicts it. */
function endingOf(told: readonly Told[], should: Told): 'right' | 'wrong' | 'none' {
  const finals = told.filter((one) => one !== 'SENT');
  if (should === 'SENT') return finals.length > 0 ? 'wrong' : told.length > 0 ? 'right' : 'none';
  if (finals.length === 0) return 'none';
  return finals.every((one) => one === should) ? 'right' : 'wrong';
}

/** Of a client, in the order in which it matters. */
export function faultsOf({ missing, twice, garbled, toldWrong, notTold, others }: RowOutcome): number {
  return missing + twice + garbled + toldWrong + notTold + others;
}

/** A later text of a client counts only beyond what a busy machine explains: a second, and a quarter. */
const slack = { seconds: 1, share: 1.25 } as const;

/** Whether one is at least as good as another: as few faults, and as soon. */
export function isAsGood(one: RowOutcome, other: RowOutcome): boolean {
  if (faultsOf(one) !== faultsOf(other)) return faultsOf(one) < faultsOf(other);
  return (one.secondsP95 ?? 0) <= (other.secondsP95 ?? 0) * slack.share + slack.seconds;
}
