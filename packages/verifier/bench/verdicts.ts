import type { Report } from '../src/index.ts';
import { writeResult } from './results.ts';
import { judgeOnce } from './whole-runs.ts';

/** Judges service and mock, and keeps the verdict on each clause for the docs. */
const { service, mock } = await judgeOnce();
await writeResult('verdicts', { service: verdictsOf(service), mock: verdictsOf(mock) });
process.stdout.write(`service: ${service.verdict}\nmock: ${mock.verdict}\n`);

function verdictsOf({ ledger }: Report): Record<string, string> {
  return Object.fromEntries(ledger.map(({ clause, verdict }) => [clause, verdict]));
}
