import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../src/index.ts';
import { acceptsLongNames } from './support/broken-provider.ts';
import { freshFolder, runVerifier, unwrapped } from './support/run-verifier.ts';
import { withBroken } from './support/with-broken.ts';

const profile = new URL('../profiles/mock.yaml', import.meta.url).pathname;
const { mock, broken } = withBroken(acceptsLongNames);

const phases = 'boundaries,properties';

/** A report of a run, changed or not. */
async function reported(target: string, change: (report: Report) => object = (report) => report) {
  const file = join(await freshFolder(), 'report.json');
  await runVerifier('--profile', profile, '--target', target, '--phases', phases, '--json', file);
  const report: Report = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify(change(report)));
  return file;
}

test('a run that is repeated with its seed and options says the same', async () => {
  const file = await reported(broken.url);
  const { code, out, err } = await runVerifier('recheck', file, '--profile', profile);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^SAME {2}NON-CONFORMANT \(\d+ findings?; in part, \d+ of \d+ judged\)\n$/);
});

test('a run that differs says by which findings and clauses', async () => {
  const file = await reported(broken.url);
  const { code, out } = await runVerifier('recheck', file, '--profile', profile, '--target', mock.url);
  expect(code).toBe(1);
  expect(out).toMatch(/^DIFFERS {2}CONFORMANT \(in part/);
  expect(unwrapped(out)).toMatch(/finding gone [\da-f]{10}: A document name of 71 characters was accepted\./);
  expect(unwrapped(out)).toContain('clause 2.2/attachmentName-length: conformant, was non-conformant');
  const other = await runVerifier(
    'recheck',
    await reported(mock.url),
    '--profile',
    profile,
    '--target',
    broken.url,
  );
  expect(other.code).toBe(1);
  expect(unwrapped(other.out)).toMatch(
    /new finding [\da-f]{10}: A document name of 71 characters was accepted\./,
  );
});

test('a run that cannot be judged any more ends with 2', async () => {
  const file = await reported(mock.url);
  expect(
    await runVerifier('recheck', file, '--profile', profile, '--target', 'http://127.0.0.1:1'),
  ).toMatchObject({
    code: 2,
    out: expect.stringMatching(/^ERROR {2}COULD NOT JUDGE\n {2}\S+ cannot be judged/),
  });
});

const foreign = `sha256:${'f'.repeat(64)}`;

test.each<[string, (report: Report) => object]>([
  ['verifier', (report) => ({ ...report, verifier: { ...report.verifier, digest: foreign } })],
  ['contract', (report) => ({ ...report, digests: { ...report.digests, contract: foreign } })],
  ['library of scenarios', (report) => ({ ...report, digests: { ...report.digests, scenarios: foreign } })],
  ['profile', (report) => ({ ...report, digests: { ...report.digests, profile: foreign } })],
])('a report of another %s is refused, and repeated if that is wanted', async (what, change) => {
  const file = await reported(mock.url, change);
  const recheck = (...more: string[]) => runVerifier('recheck', file, '--profile', profile, ...more);
  expect(await recheck()).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringMatching(new RegExp(`the ${what} of the report was .*sha256:ffffffffffff….*--anyway`)),
  });
  expect(await recheck('--anyway')).toMatchObject({
    code: 0,
    out: expect.stringContaining(`Warning: the ${what} of the report was`),
  });
});

test('a run that restarted the provider, and one of a receiver, are not repeated by halves', async () => {
  const file = await reported(mock.url, (report) => ({ ...report, options: { restart: true } }));
  expect(await runVerifier('recheck', file, '--profile', profile)).toMatchObject({
    code: 2,
    err: expect.stringContaining('pass --restart COMMAND'),
  });
  const receiver = await reported(mock.url, (report) => ({ ...report, subject: 'receiver' }));
  expect(await runVerifier('recheck', receiver, '--profile', profile)).toMatchObject({
    code: 2,
    err: expect.stringContaining('run cascade-verify receiver again'),
  });
});

test('a report becomes a statement on what was judged', async () => {
  const file = await reported(mock.url);
  const digest = 'a'.repeat(64);
  const commit = 'b'.repeat(40);
  const subjects = ['--subject', `shop=sha256:${digest}`, '--subject', `gitCommit:${commit}`];
  const { code, out } = await runVerifier('attest', file, ...subjects, '--url', 'https://ci.example/1');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [
      { name: 'shop', digest: { sha256: digest } },
      { name: mock.url, digest: { gitCommit: commit } },
    ],
    predicate: { result: 'WARNED', url: 'https://ci.example/1', failedTests: [] },
  });
  expect(out).not.toContain('demo-key');
  const into = join(file, '..', 'predicate.json');
  expect(await runVerifier('attest', file, '--predicate', '--out', into)).toMatchObject({ code: 0, out: '' });
  expect(JSON.parse(await readFile(into, 'utf8'))).toMatchObject({ result: 'WARNED' });
});

test.each([
  [[], /say what was judged by a digest, for instance --subject gitCommit:/],
  [['--subject', 'shop=sha256:abc'], /Expected 64 hex digits of sha256, found 3/],
  [['--subject', 'shop'], /Expected NAME=sha256:…, sha512:… or gitCommit:…/],
])('attest %j is answered with what to give', async (args, sentence) => {
  const file = await reported(mock.url);
  expect(await runVerifier('attest', file, ...args)).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringMatching(sentence),
  });
});

test('a run that could not judge attests nothing', async () => {
  const file = await reported('http://127.0.0.1:1');
  const args = ['attest', file, '--subject', `gitCommit:${'b'.repeat(40)}`];
  expect(await runVerifier(...args)).toMatchObject({
    code: 2,
    err: expect.stringContaining('attests nothing'),
  });
});
