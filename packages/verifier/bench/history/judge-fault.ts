import { seededRandom } from '@cascade/repository/test-kit';
import { defined } from '../../src/defined.ts';
import { runHistory } from '../../src/history/run-history.ts';
import { type ProviderFault, profile, startFaultyProvider } from './faulty-provider.ts';

/** A fault of concurrency to look for; none if it is absent. */
export interface FaultTask {
  readonly id: string;
  readonly fault: ProviderFault | null;
  readonly seconds: number;
  readonly seed: number;
}

export type JudgedFault = Awaited<ReturnType<typeof judgeFault>>;

/** Judges two replicas of a provider that has the fault by the history of its answers. */
export async function judgeFault({ id, fault, seconds, seed }: FaultTask) {
  const provider = await startFaultyProvider(fault ?? undefined, seededRandom(seed));
  const begin = performance.now();
  try {
    const { targets } = provider;
    const report = await runHistory({ profile, targets, seconds, seed, timeoutInMilliseconds: 5_000 });
    const { verdict, operations, finding, reason, undecided } = report;
    return {
      id,
      fault: id,
      verdict,
      operations,
      undecided,
      seconds: Math.round(performance.now() - begin) / 1_000,
      // `shown`: the size of the smallest part without an explanation.
      ...defined({ shown: finding?.length, reason }),
    };
  } finally {
    await provider.close();
  }
}
