import type { Report } from '../src/index.ts';
import { writeResult } from './results.ts';
import { type DeepRun, readScore, writeTable } from './to-table.ts';
import { judgeOnce } from './whole-runs.ts';

/** Judges service and mock with --deep --assumptions, and keeps what it took. */
const { service, mock } = await judgeOnce({ deep: true, assumptions: true });
const runs = { service: shorten(service), mock: shorten(mock) };
await writeResult('deep', runs);
await writeTable(await readScore(), runs);
for (const [name, run] of Object.entries(runs)) process.stdout.write(`${name}: ${JSON.stringify(run)}\n`);

function shorten({ verdict, seconds, requests, phases, findings, inconclusive }: Report): DeepRun {
  const properties = phases.find(({ phase }) => phase === 'properties');
  return {
    verdict,
    seconds,
    requests,
    propertyCases: properties?.attempts ?? 0,
    findings: findings.map(({ scenario, expected, actual }) => `${scenario}: ${expected}, not ${actual}`),
    inconclusive: inconclusive.map(({ scenario, reason }) => `${scenario}: ${reason}`),
  };
}
