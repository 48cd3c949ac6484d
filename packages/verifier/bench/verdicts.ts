import { mkdir, writeFile } from 'node:fs/promises';
import { type Report, verify } from '../src/index.ts';
import { profileOf, startProvider, withMock } from './provider.ts';

/** Judges service and mock, and keeps the verdict on each clause for the docs. */
const reports = { service: await judgeService(), mock: await judgeMock() };
const verdicts = Object.fromEntries(
  Object.entries(reports).map(([name, report]) => [name, verdictsOf(report)]),
);
const folder = new URL('../results/', import.meta.url);
await mkdir(folder, { recursive: true });
await writeFile(new URL('verdicts.json', folder), `${JSON.stringify(verdicts, undefined, 2)}\n`);
for (const [name, { verdict }] of Object.entries(reports)) process.stdout.write(`${name}: ${verdict}\n`);

async function judgeService(): Promise<Report> {
  const provider = await startProvider(1);
  try {
    return await verify({ target: provider.url, profile: await profileOf(0), seed: 1 });
  } finally {
    await provider.close();
  }
}

function judgeMock(): Promise<Report> {
  return withMock((target, profile) => verify({ target, profile, seed: 1 }));
}

function verdictsOf({ ledger }: Report): Record<string, string> {
  return Object.fromEntries(ledger.map(({ clause, verdict }) => [clause, verdict]));
}
