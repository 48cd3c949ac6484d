import { parseArgs } from 'node:util';
import { seededRandom } from '@cascade/test-kit';
import { runHistory } from '../../src/history/run-history.ts';
import { writeResult } from '../results.ts';
import { type Fault, faults, profile, startFaultyProvider } from './faulty-provider.ts';

/**
 * `npm --prefix packages/verifier run history-faults -- [--seconds 60] [--only TEXT] [--seed 1]`: judges the provider with
 * each fault, and without one. Writes results/history-faults.json, unless `--only` is given.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
  },
});
const seed = Number(values.seed);

async function judge(fault: Fault | undefined, seconds: number) {
  const provider = await startFaultyProvider(fault, seededRandom(seed));
  const begin = performance.now();
  try {
    const { targets } = provider;
    const report = await runHistory({ profile, targets, seconds, seed, timeoutInMilliseconds: 5_000 });
    const { verdict, operations, finding, reason, undecided } = report;
    return {
      fault: fault ?? 'none',
      verdict,
      seconds: Math.round(performance.now() - begin) / 1_000,
      operations,
      undecided,
      ...(finding === undefined ? {} : { shown: finding.length }),
      ...(reason === undefined ? {} : { reason }),
    };
  } finally {
    await provider.close();
  }
}

const judged = [await judge(undefined, Math.min(20, Number(values.seconds)))];
for (const fault of Object.keys(faults) as Fault[]) {
  if (!fault.includes(values.only)) continue;
  const one = await judge(fault, Number(values.seconds));
  process.stdout.write(`${JSON.stringify(one)}\n`);
  judged.push(one);
}
const found = judged.filter(({ verdict }) => verdict === 'unexplained').length;
process.stdout.write(`${JSON.stringify(judged[0])}\n${found} of ${judged.length - 1} found\n`);
if (values.only === '') await writeResult('history-faults', { seed, found, of: judged.length - 1, judged });
