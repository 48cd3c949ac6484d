import { parseArgs } from 'node:util';
import { judgeAll } from '../judge.ts';
import { writeResult } from '../results.ts';
import { type Fault, faults } from './faulty-provider.ts';
import type { FaultTask, JudgedFault } from './judge-fault.ts';

/**
 * `npm --prefix packages/verifier run history-faults -- [--seconds 60] [--only TEXT] [--seed 1] [--journal FILE]`: judges
 * the provider with each fault, and without one. Writes results/history-faults.json, unless `--only` is given.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    journal: { type: 'string' },
  },
});
const [seconds, seed] = [Number(values.seconds), Number(values.seed)];
const wanted = (Object.keys(faults) as Fault[]).filter((fault) => fault.includes(values.only));
const tasks: readonly FaultTask[] = [
  { id: 'none', fault: null, seconds: Math.min(20, seconds), seed },
  ...wanted.map((fault) => ({ id: fault, fault, seconds, seed })),
];
// One at a time: a busy machine would hide what overlaps.
const judged = await judgeAll<JudgedFault>(tasks, {
  atATime: 1,
  journal: values.journal,
  onJudged: (one) => void process.stdout.write(`${JSON.stringify(one)}\n`),
});
const found = judged.filter(({ verdict }) => verdict === 'unexplained').length;
process.stdout.write(`${found} of ${wanted.length} found\n`);
if (values.only === '') {
  const rows = judged.map(({ id: _, ...row }) => row);
  await writeResult('history-faults', { seed, found, of: wanted.length, judged: rows });
}
