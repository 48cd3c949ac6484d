/** Milliseconds: a shorter silence has other causes. */
const shortestMs = 1_000;
const mostInARow = 3;
/** Share of the shortest silence by which the longest may differ. */
const tolerance = 0.1;

/**
 * Finds out whether the SMSC closes idle connections (its inactivity_timer, SMPP 3.4, §7.2): three in a row
 * end after about as long a silence.
 * @returns Called with the silence before each loss; gives the seconds of it once that is so.
 */
export function createIdleWatch(enquireSeconds: number): (silentMs: number) => number | undefined {
  let silences: readonly number[] = [];
  return (silentMs) => {
    // After an interval, an enquire_link ends the silence.
    const isIdle = silentMs >= shortestMs && silentMs <= enquireSeconds * 1_000;
    silences = isIdle ? [...silences, silentMs].slice(-mostInARow) : [];
    const shortest = Math.min(...silences);
    const isAlike = Math.max(...silences) <= shortest * (1 + tolerance);
    return silences.length === mostInARow && isAlike ? Math.round(shortest / 1_000) : undefined;
  };
}
