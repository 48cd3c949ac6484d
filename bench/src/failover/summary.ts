import type { Round } from './round.ts';

/** The figures of the result file: sums, medians and worst cases of all rounds. */
export function summaryOf(rounds: readonly Round[]): object {
  const stale = rounds.map((round) => round.stale);
  const found = rounds.map((round) => round.found);
  const worst = (of: (one: Round['found']) => number) => Math.max(...found.map(of));
  return {
    rounds: { killed: countOf(rounds, 'killed'), frozen: countOf(rounds, 'frozen') },
    accepted: total(rounds.map(({ accepted }) => accepted.length)),
    lost: total(rounds.map(({ lost }) => lost.length)),
    roundsWithLoss: rounds.filter(({ lost }) => lost.length > 0).length,
    doubleMessages: worst(({ doubleMessages }) => doubleMessages),
    doubleDebits: worst(({ doubleDebits }) => doubleDebits),
    wrongBooks: worst(({ wrongBooks }) => wrongBooks),
    notReleased: worst(({ notReleased }) => notReleased),
    promotion: spread(rounds.map(({ promotion }) => promotion)),
    withoutAcceptance: {
      killed: spread(silencesOf(rounds, 'killed')),
      frozen: spread(silencesOf(rounds, 'frozen')),
    },
    longestWaitForAnAnswer: Math.max(...rounds.map(({ longestWait }) => longestWait)),
    refusals: sumOf(rounds.map(({ refusals }) => refusals)),
    besideTheOldPrimary: {
      lost: total(stale.map(({ lost }) => lost.length)),
      strays: total(stale.map(({ strays }) => strays)),
      restartedReplicaReady: spread(stale.flatMap(({ ready }) => ready ?? [])),
      neverReady: stale.filter(({ ready }) => ready === null).length,
      withoutAcceptanceAtTheOther: spread(stale.map(({ silence }) => silence)),
    },
  };
}

function countOf(rounds: readonly Round[], how: Round['how']): number {
  return rounds.filter((round) => round.how === how).length;
}

function silencesOf(rounds: readonly Round[], how: Round['how']): readonly number[] {
  return rounds.filter((round) => round.how === how).map(({ silence }) => silence);
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

function spread(numbers: readonly number[]): object {
  const sorted = numbers.toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)], longest: sorted.at(-1) };
}

function sumOf(counts: readonly Readonly<Record<string, number>>[]): Readonly<Record<string, number>> {
  const sum: Record<string, number> = {};
  for (const one of counts)
    for (const [name, count] of Object.entries(one)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
