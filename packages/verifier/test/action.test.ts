import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { freshFolder, runVerifier } from './support/run-verifier.ts';
import { sampleReport } from './support/sample-report.ts';

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: {
    readonly steps: readonly { name?: string; run?: string; env?: Readonly<Record<string, string>> }[];
  };
}

const folder = new URL('..', import.meta.url).pathname;
const action: Action = parse(await readFile(join(folder, 'action.yml'), 'utf8'));

function stepNamed(name: string) {
  const step = action.runs.steps.find((each) => each.name === name);
  if (step === undefined) throw new Error(`action.yml has no step ${name}`);
  return step;
}

const verify = stepNamed('Verify');

/** What a runner knows of a run on a pull request. */
const github: Readonly<Record<string, string>> = {
  'github.action_path': folder,
  'github.repository': 'owner/name',
  'github.event.pull_request.number': '7',
  'github.token': 'token',
};

/** Runs the script of a step as a runner would, with the inputs filled in. */
async function runStep(
  { run = '', env = {} }: Action['runs']['steps'][number],
  inputs: Readonly<Record<string, string>>,
  { cwd, path = '' }: { cwd: string; path?: string },
) {
  const output = join(cwd, 'output');
  const summary = join(cwd, 'summary');
  await Promise.all([writeFile(output, ''), writeFile(summary, '')]);
  const filled = Object.entries(env).map(([name, value]) => {
    const expression = /{{ (\S+) }}/.exec(value)?.[1] ?? '';
    const input = expression.replace('inputs.', '');
    return [name, github[expression] ?? inputs[input] ?? action.inputs[input]?.default];
  });
  const files = { GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary };
  const { status, stdout } = spawnSync('bash', ['-eo', 'pipefail', '-c', run], {
    cwd,
    env: {
      ...process.env,
      ...Object.fromEntries(filled),
      ...files,
      PATH: `${path}:${process.env.PATH}`,
    },
  });
  return {
    status,
    said: stdout.toString(),
    output: await readFile(output, 'utf8'),
    summary: await readFile(summary, 'utf8'),
  };
}

test('a run that cannot judge fails the step with 2, and still leaves reports, verdict and summary', async () => {
  const profile = join(folder, 'profiles/mock.yaml');
  const cwd = await freshFolder();
  const inputs = { profile, target: 'http://127.0.0.1:1' };
  const { status, output, summary } = await runStep(verify, inputs, { cwd });
  expect(status).toBe(2);
  expect(output).toBe('verdict=could-not-judge\n');
  expect(summary).toMatch(/^```\n[\s\S]*COULD NOT JUDGE[\s\S]*```\n$/);
  for (const name of ['report.json', 'report.xml', 'report.sarif', 'report.html'])
    expect(await readFile(join(cwd, 'cascade-reports', name), 'utf8')).toContain('connection refused');
});

const inputsIn = (value: string) => [...value.matchAll(/inputs\.(\w+)/g)].map(([, name = '']) => name);

test('every input reaches the command line, by options that exist', async () => {
  const used = Object.values(verify.env ?? {}).flatMap(inputsIn);
  const others = Object.keys(action.inputs).filter((name) => name !== 'comment');
  expect(used.toSorted()).toEqual(others.toSorted());
  for (const name of Object.keys(verify.env ?? {})) expect(verify.run).toContain(`$${name}`);
  const { out: usage } = await runVerifier('--help');
  for (const [option] of (verify.run ?? '').matchAll(/--[a-z]+/g)) expect(usage).toContain(`  ${option} `);
});

test('what is asked for arrives as it was written', async () => {
  const cwd = await freshFolder();
  // A verifier that prints its words in place of judging.
  await mkdir(join(cwd, 'src'));
  await writeFile(join(cwd, 'src/cli.ts'), 'console.log(JSON.stringify(process.argv.slice(2)));');
  const inputs = {
    fast: 'true',
    patient: 'true',
    restart: './a b.sh "c"',
    timeout: '9',
    scenarios: 'x,y',
    baseline: 'known.yaml',
  };
  const step = { ...verify, env: { ...verify.env, ACTION: '{{ inputs.action }}' } };
  const { status, said } = await runStep(step, { ...inputs, action: cwd }, { cwd });
  expect(status).toBe(0);
  const words: string[] = JSON.parse(said);
  expect(words.slice(0, words.indexOf('--json')).join('|')).toBe(
    '--profile|profile.yaml|--scenarios|x,y|--timeout|9|--restart|./a b.sh "c"|--baseline|known.yaml|--fast|--patient',
  );
});

/** A folder with a report, an earlier one, and a `gh` that notes what it is asked, and answers with the ids. */
async function pullRequest(ids: string, code = 0) {
  const cwd = await freshFolder();
  await mkdir(join(cwd, 'cascade-reports'));
  const found = sampleReport();
  await writeFile(join(cwd, 'cascade-reports/report.json'), JSON.stringify(found));
  await writeFile(join(cwd, 'cascade-default-branch.json'), JSON.stringify({ ...found, findings: [] }));
  const gh = `#!/bin/sh\nfor word; do echo "$word"; done >> '${cwd}/asked'\ncase "$*" in *--paginate*) printf '${ids}' ;; *) exit ${code} ;; esac\n`;
  await writeFile(join(cwd, 'gh'), gh, { mode: 0o755 });
  const comment = () => runStep(stepNamed('Comment'), {}, { cwd, path: cwd });
  return { cwd, comment, asked: async () => (await readFile(join(cwd, 'asked'), 'utf8')).split('\n') };
}

test('the first run comments what differs from the default branch, a later one replaces its comment', async () => {
  const first = await pullRequest('');
  expect((await first.comment()).status).toBe(0);
  const text = await readFile(join(first.cwd, 'cascade-reports/comment.md'), 'utf8');
  expect(text).toMatch(
    /^<!-- cascade-verify profile.yaml -->\n### ❌ NON-CONFORMANT .*\n[\s\S]*\*\*New\*\*: 1 finding\n/,
  );
  const comments = 'repos/owner/name/issues/7/comments';
  const body = 'body=@cascade-reports/comment.md';
  expect((await first.asked()).slice(-6)).toEqual(['api', '--silent', comments, '--field', body, '']);
  const later = await pullRequest('41\\n42\\n');
  expect((await later.comment()).status).toBe(0);
  const known = 'repos/owner/name/issues/comments/41';
  expect((await later.asked()).slice(-7)).toEqual([
    '--silent',
    '--method',
    'PATCH',
    known,
    '--field',
    body,
    '',
  ]);
});

test('a token that may not comment, and a run without a report, fail no job', async () => {
  const forked = await pullRequest('', 1);
  expect(await forked.comment()).toMatchObject({ status: 0, said: expect.stringContaining('::notice::') });
  await writeFile(join(forked.cwd, 'cascade-reports/report.json'), '');
  expect(await forked.comment()).toMatchObject({ status: 0, said: '' });
});
