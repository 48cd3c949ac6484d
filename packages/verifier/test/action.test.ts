import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { freshFolder, runVerifier } from './support/run-verifier.ts';

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: {
    readonly steps: readonly { name?: string; run?: string; env?: Readonly<Record<string, string>> }[];
  };
}

const folder = new URL('..', import.meta.url).pathname;
const action: Action = parse(await readFile(join(folder, 'action.yml'), 'utf8'));
const verify = action.runs.steps.find(({ name }) => name === 'Verify');

/** Runs the script of the step as a runner would, with the inputs filled in. */
async function runStep(inputs: Readonly<Record<string, string>>) {
  const cwd = await freshFolder();
  const output = join(cwd, 'output');
  const summary = join(cwd, 'summary');
  await Promise.all([writeFile(output, ''), writeFile(summary, '')]);
  const env = Object.entries(verify?.env ?? {}).map(([name, value]) => {
    const input = /inputs\.(\w+)/.exec(value)?.[1];
    return [name, input === undefined ? folder : (inputs[input] ?? action.inputs[input]?.default)];
  });
  const files = { GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary };
  const { status } = spawnSync('bash', ['-eo', 'pipefail', '-c', verify?.run ?? ''], {
    cwd,
    env: { ...process.env, ...Object.fromEntries(env), ...files },
  });
  return { cwd, status, output: await readFile(output, 'utf8'), summary: await readFile(summary, 'utf8') };
}

test('a run that cannot judge fails the step with 2, and still leaves reports, verdict and summary', async () => {
  const profile = join(folder, 'profiles/mock.yaml');
  const { cwd, status, output, summary } = await runStep({ profile, target: 'http://127.0.0.1:1' });
  expect(status).toBe(2);
  expect(output).toBe('verdict=could-not-judge\n');
  expect(summary).toMatch(/^```\n[\s\S]*COULD NOT JUDGE[\s\S]*```\n$/);
  for (const name of ['report.json', 'report.xml', 'report.sarif', 'report.html'])
    expect(await readFile(join(cwd, 'cascade-reports', name), 'utf8')).toContain('connection refused');
});

test('every input reaches the command line, by options that exist', async () => {
  const used = Object.values(verify?.env ?? {}).flatMap((value) => /inputs\.(\w+)/.exec(value)?.[1] ?? []);
  expect(used.toSorted()).toEqual(Object.keys(action.inputs).toSorted());
  for (const name of Object.keys(verify?.env ?? {})) expect(verify?.run).toContain(`$${name}`);
  const { out: usage } = await runVerifier('--help');
  for (const [option] of (verify?.run ?? '').matchAll(/--[a-z]+/g)) expect(usage).toContain(`  ${option} `);
});
