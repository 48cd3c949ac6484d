import { writeFile } from 'node:fs/promises';
import { type Report, verify } from '../src/index.ts';
import { profileOf, startProvider, withMock } from './provider.ts';
import { type DeepRun, deepFile, readScore, writeTable } from './to-table.ts';

/** Judges service and mock with --deep --assumptions, and keeps what it took. */
const options = { seed: 1, deep: true, assumptions: true };
const runs = { service: shorten(await judgeService()), mock: shorten(await judgeMock()) };
await writeFile(deepFile, `${JSON.stringify(runs, undefined, 2)}\n`);
await writeTable(await readScore(), runs);
for (const [name, run] of Object.entries(runs)) process.stdout.write(`${name}: ${JSON.stringify(run)}\n`);

async function judgeService(): Promise<Report> {
  const provider = await startProvider(1);
  try {
    return await verify({ target: provider.url, profile: await profileOf(0), ...options });
  } finally {
    await provider.close();
  }
}

function judgeMock(): Promise<Report> {
  return withMock((target, profile) => verify({ target, profile, ...options }));
}

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
