import type { DemoNumber } from '@cascade/contract';

/** The demo numbers with which a reason is reported on some channel, the simplest first. */
export function numbersOf(reason: string, demoNumbers: readonly DemoNumber[]): readonly DemoNumber[] {
  const reporting = demoNumbers.filter(({ outcomes }) =>
    Object.values(outcomes).some((outcome) => outcome.reason === reason),
  );
  return reporting.toSorted((one, other) => Number(one.how !== undefined) - Number(other.how !== undefined));
}
