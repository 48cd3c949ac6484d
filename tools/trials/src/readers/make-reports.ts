import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startMock } from '@cascade/mock';
import { runProgram } from '@cascade/test-kit';

const verifier = fileURLToPath(new URL('../../../../packages/verifier/', import.meta.url));

/** What a run left, in the forms that other programs read. */
export interface Reports {
  readonly name: string;
  readonly junit: string;
  readonly sarif: string;
  /** What the readers must find. */
  readonly tests: number;
  readonly failures: number;
  readonly skipped: number;
  readonly errors: number;
}

/** Judges the mock, a provider that accepts everything, and an address without a provider. */
export async function makeReports(folder: string): Promise<readonly Reports[]> {
  const mock = await startMock({ port: 0 });
  const careless = createServer((request, response) => {
    request.resume().on('end', () => response.setHeader('content-type', 'application/json').end('{}'));
  });
  careless.listen(0, '127.0.0.1');
  await once(careless, 'listening');
  const address = careless.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  try {
    return [
      await judge(folder, 'conformant', mock.url),
      await judge(folder, 'non-conformant', `http://127.0.0.1:${port}`),
      await judge(folder, 'could-not-judge', 'http://127.0.0.1:1'),
    ];
  } finally {
    careless.close();
    await mock.close();
  }
}

async function judge(root: string, name: string, target: string): Promise<Reports> {
  const folder = join(root, name);
  await mkdir(folder, { recursive: true });
  const [json, junit, sarif] = ['json', 'xml', 'sarif'].map((ending) => join(folder, `report.${ending}`));
  if (json === undefined || junit === undefined || sarif === undefined) throw new Error('unreachable');
  const phases = ['--phases', 'boundaries,order,text,state'];
  const outputs = ['--json', json, '--junit', junit, '--sarif', sarif];
  const args = ['--profile', join(verifier, 'profiles/mock.yaml'), '--target', target, '--seed', '1'];
  const { err } = await runProgram(
    process.execPath,
    [join(verifier, 'src/cli.ts'), ...args, ...phases, ...outputs],
    // The place of the profile is relative to this folder.
    { cwd: verifier },
  );
  const report = JSON.parse(await readFile(json, 'utf8'));
  if (report.verdict !== name) throw new Error(`expected ${name}, got ${report.verdict}: ${err}`);
  const count = (...verdicts: string[]) =>
    report.scenarios.filter(({ verdict }: { verdict: string }) => verdicts.includes(verdict)).length;
  const errors = report.reason === undefined ? 0 : 1;
  return {
    name,
    junit,
    sarif,
    tests: report.scenarios.length + errors,
    failures: count('mismatch'),
    skipped: count('inconclusive', 'not-judged'),
    errors,
  };
}
