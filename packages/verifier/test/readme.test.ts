import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startMock } from '@cascade/mock';
import { expect, onTestFinished, test } from 'vitest';
import type { Report } from '../src/index.ts';
import { startBroken } from './support/broken-provider.ts';
import { freshFolder, runVerifier } from './support/run-verifier.ts';

const readme = new URL('../README.md', import.meta.url);
const profile = new URL('../profiles/mock.yaml', import.meta.url).pathname;

/** With RECORD=1 in the environment the blocks are written instead of compared. */
async function compare(name: string, output: string): Promise<void> {
  const text = await readFile(readme, 'utf8');
  const block = new RegExp(`(<!-- recorded: ${name} -->\n\`\`\`\n)([\\s\\S]*?)(\`\`\`\n)`);
  const shown = withoutProgress(output).replaceAll(/ +$/gm, '').trim();
  if (process.env.RECORD === '1')
    await writeFile(
      readme,
      text.replace(block, (_, before, __, after) => `${before}${shown}\n${after}`),
    );
  else expect(steady(block.exec(text)?.[2] ?? ''), 'RECORD=1 writes it anew').toEqual(steady(shown));
}

/** A run that takes longer than a few seconds says how far it is. */
function withoutProgress(text: string): string {
  return text.replaceAll(/^… .*\n/gm, '');
}

/** Times differ from run to run, and so does the phase that ends first. */
function steady(text: string): string[] {
  const lines = text.trim().split('\n');
  return lines
    .map((line) => line.replaceAll(/ +\d+\.\d+ s/g, ' N s').replace(/\d+ requests/, 'N requests'))
    .sort();
}

async function startProvider() {
  const mock = await startMock({ port: 0, control: true });
  onTestFinished(() => mock.close());
  return mock;
}

test('the mock is conformant in all that a mock can know, and the README shows the run', async () => {
  const { url } = await startProvider();
  const file = join(await freshFolder(), 'report.json');
  const { out } = await runVerifier('--profile', profile, '--target', url, '--seed', '1', '--json', file);
  await compare('conformant', out.replace(file, 'report.json').replace(url, 'http://127.0.0.1:4010'));
  const report: Report = JSON.parse(await readFile(file, 'utf8'));
  expect(report.findings).toEqual([]);
  expect(report.verdict).toBe('conformant');
  expect(report.inconclusive.map(({ scenario }) => scenario).toSorted()).toEqual([
    'long-text-is-reported',
    'reused-id-after-restart',
  ]);
});

test('finding and replay in the README are real ones', async () => {
  const mock = await startProvider();
  const broken = await startBroken(mock.url, async (request, pass) => {
    const answer = await pass(request);
    return answer.body.includes('attachmentName-is-too-long')
      ? { ...answer, status: 200, body: '{}' }
      : answer;
  });
  onTestFinished(() => broken.close());
  const report = join(await freshFolder(), 'report.json');
  const only = ['--profile', profile, '--scenarios', 'attachmentName-length-outside'];
  const { out } = await runVerifier(...only, '--target', broken.url, '--json', report);
  const finding = out.split('\n\n')[1] ?? '';
  const shortened = finding
    .replace(/(--data-raw ')[\s\S]*$/, "$1{…}'")
    .replaceAll(broken.url, 'http://127.0.0.1:4010');
  await compare('finding', shortened);
  const id = /error (\w{10})/.exec(finding)?.[1] ?? '';
  const replayed = await runVerifier(
    'replay',
    id,
    '--report',
    report,
    '--profile',
    profile,
    '--target',
    mock.url,
  );
  await compare('replay', `$ cascade-verify replay ${id} --report report.json\n${replayed.out}`);
});
