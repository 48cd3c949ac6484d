import { judgeOrder, type SeenAttempt } from '@cascade/service/bench';

/** How many faults the judge finds in logs that were made wrong: it must not find none. */
export function controls(attempts: readonly SeenAttempt[]): object {
  const wrongTimes = attempts.map((one) => ({ ...one, statusAt: `${one.statusAt.slice(0, 16)}:00Z` }));
  const longer = attempts.map((one) => ({ ...one, endedAt: one.endedAt + 60_000 }));
  return {
    says: 'the same log, with the attempts of each message shuffled; with each statusAt cut to the minute; with each attempt longer by a minute. A shuffle of three events has one reversed pair on average.',
    reversedIfShuffled: judgeOrder(shuffled(attempts)).reversed.length,
    equalIfCut: judgeOrder(wrongTimes).equal.length,
    overlappingIfLonger: judgeOrder(longer).overlapping.length,
  };
}

/** The attempts of each message exchange their times at random. */
function shuffled(attempts: readonly SeenAttempt[]): readonly SeenAttempt[] {
  return [...Map.groupBy(attempts, ({ messageId }) => messageId).values()].flatMap((ofMessage) => {
    const times = ofMessage
      .map(({ beganAt, endedAt }) => ({ beganAt, endedAt, rank: Math.random() }))
      .toSorted((a, b) => a.rank - b.rank);
    return ofMessage.map((one, index) => ({ ...one, ...times[index] }));
  });
}
