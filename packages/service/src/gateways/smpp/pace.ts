/** Spaces starts evenly. A pause is not caught up on later. */
export interface Pace {
  /** Milliseconds until the next start is allowed; 0 if it is allowed now. */
  wait(): number;
  /** Counts a start now. */
  start(): void;
}

/** Without `perSecond`, every start is allowed. */
export function createPace(perSecond: number | undefined, now: () => number): Pace {
  const spacing = perSecond === undefined ? 0 : 1_000 / perSecond;
  let nextAt = Number.NEGATIVE_INFINITY;
  return {
    wait: () => Math.max(0, nextAt - now()),
    start() {
      nextAt = Math.max(nextAt, now()) + spacing;
    },
  };
}
