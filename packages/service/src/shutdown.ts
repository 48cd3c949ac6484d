import { describeError, type Log } from './log.ts';

/** A part of the service that ends. */
export interface ShutdownPhase {
  /** What it waits for, such as `requests`. */
  readonly of: string;
  /** @param seconds Since the stop began; see `stopBudget`. */
  end(seconds: number): Promise<unknown>;
  /** How many of them are under way; absent if it waits for nothing that can be counted. */
  underWay?(): number | Promise<number>;
}

/** Ends the parts of the service in the reverse order of their start. */
export type Shutdown = ReturnType<typeof createShutdown>;

export function createShutdown(now: () => number = performance.now.bind(performance)) {
  const phases: ShutdownPhase[] = [];
  let waitsFor: string | undefined;
  let hasBegun = false;
  const secondsSince = (start: number) => Math.round((now() - start) / 100) / 10;

  async function end({ of, end, underWay }: ShutdownPhase, begin: number, log: Log): Promise<void> {
    const start = now();
    waitsFor = of;
    if (underWay !== undefined) log.info({ waitsFor, underWay: await countOrNull(underWay) }, 'stopping');
    await end((start - begin) / 1_000);
    if (underWay !== undefined) log.info({ waitsFor, seconds: secondsSince(start) }, 'ended');
  }

  return {
    /** What it waits for at present. */
    get waitsFor(): string | undefined {
      return waitsFor;
    },
    get hasBegun(): boolean {
      return hasBegun;
    },
    add: (phase: ShutdownPhase) => void phases.push(phase),
    /**
     * Ends every part once, also after a failure, and logs what it waits for.
     * @throws {AggregateError} with the failures, after the last part.
     */
    async run(log: Log): Promise<void> {
      hasBegun = true;
      const start = now();
      const failures: unknown[] = [];
      for (const phase of phases.splice(0).reverse())
        await end(phase, start, log).catch((error: unknown) => {
          log.error({ waitsFor: phase.of, error: describeError(error) }, 'cannot stop a part of the service');
          failures.push(error);
        });
      log.info({ seconds: secondsSince(start) }, 'stopped');
      if (failures.length > 0)
        throw new AggregateError(failures, 'parts of the service could not be stopped');
    },
  };
}

/** The count, or null: a part must end even if nothing can be counted. */
async function countOrNull(underWay: () => number | Promise<number>): Promise<number | null> {
  try {
    return await underWay();
  } catch {
    return null;
  }
}
