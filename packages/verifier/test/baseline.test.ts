import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../src/index.ts';
import { acceptsLongNames, startBroken } from './support/broken-provider.ts';
import { freshFolder, runVerifier, unwrapped } from './support/run-verifier.ts';
import { withBroken } from './support/with-broken.ts';

const profile = new URL('../profiles/mock.yaml', import.meta.url).pathname;
const example = new URL('../profiles/known.yaml', import.meta.url);
const { mock, broken } = withBroken(acceptsLongNames);

const scenarios = 'attachmentName-length-outside,attachmentName-length-inside';

interface Entry {
  readonly finding?: string;
  readonly scenario?: string;
  readonly until?: string;
}

/** A baseline with one entry, of the finding of the broken provider if nothing else is said. */
async function baselineOf(entry: Entry | string, folder?: string): Promise<string> {
  const file = join(folder ?? (await freshFolder()), 'known.yaml');
  const {
    finding = '94b260ad1f',
    scenario = 'attachmentName-length-outside',
    until = '9999-12-31',
  } = typeof entry === 'string' ? {} : entry;
  const line = { finding, reason: 'It moves in January.', ticket: 'SHOP-142', until };
  const value = { known: [scenario === '' ? line : { ...line, scenario }] };
  await writeFile(file, typeof entry === 'string' ? entry : JSON.stringify(value));
  return file;
}

/** Judges a provider against a baseline. */
async function judge(target: string, entry: Entry, ...more: string[]) {
  const file = await baselineOf(entry);
  const only = more.includes('--phases') ? [] : ['--scenarios', scenarios];
  const args = ['--profile', profile, '--target', target, ...only, '--baseline', file, ...more];
  const judged = await runVerifier(...args);
  return { ...judged, said: unwrapped(judged.out), file };
}

test('a known finding is shown, and does not fail', async () => {
  const { code, out, said } = await judge(broken.url, {});
  expect(code).toBe(0);
  expect(out).toMatch(/^NON-CONFORMANT \(1 known finding; in part, \d+ of \d+ judged\)\n/);
  expect(said).toContain('✗ A document name of 71 characters was accepted.');
  expect(said).toContain('baseline  known until 9999-12-31 (SHOP-142): It moves in January.');
});

test('a new finding fails, and a baseline of another one does not hide it', async () => {
  const { code, out, said, file } = await judge(broken.url, {
    finding: 'ffffffffff',
    scenario: 'not-of-this-run',
  });
  expect(code).toBe(1);
  expect(out).toMatch(/^NON-CONFORMANT \(1 finding; in part/);
  expect(said).toContain(`baseline  new: ${file} does not have it`);
});

test('an expired one fails, from the day after its last', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const last = await judge(broken.url, { until: today });
  expect(last).toMatchObject({ code: 0, out: expect.stringContaining('(1 known finding; ') });
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const { code, out, said, file } = await judge(broken.url, { until: yesterday });
  expect(code).toBe(1);
  expect(out).toMatch(/^NON-CONFORMANT \(1 finding; in part/);
  expect(said).toContain(`expired on ${yesterday} (SHOP-142): fix it, or set a later day in ${file}`);
});

test('a vanished one fails, though the provider is conformant', async () => {
  const { code, out, said, file } = await judge(mock.url, {});
  expect(code).toBe(1);
  expect(out).toMatch(/^CONFORMANT \(in part/);
  expect(said).toContain(
    `✗ The known finding 94b260ad1f has vanished (SHOP-142): remove it from ${file}, so that a new one fails.`,
  );
});

test.each([
  ['its scenario was not run', { scenario: 'accepts-sms' }],
  ['the run was not a whole one', { scenario: '' }],
])('nothing has vanished if %s', async (_, entry) => {
  const { code, out } = await judge(mock.url, { finding: 'ffffffffff', ...entry });
  expect({ code, out }).toEqual({ code: 0, out: expect.not.stringContaining('vanished') });
});

test('a run that could not judge ends with 2, whatever is known', async () => {
  expect((await judge('http://127.0.0.1:1', {})).code).toBe(2);
});

test('every form says what is known, and what has vanished', async () => {
  const folder = await freshFolder();
  const forms = ['json', 'junit', 'sarif', 'html', 'shields'];
  const into = (name: string) => forms.flatMap((form) => [`--${form}`, join(folder, `${name}.${form}`)]);
  const read = (name: string) =>
    Promise.all(forms.map((form) => readFile(join(folder, `${name}.${form}`), 'utf8')));
  await judge(broken.url, {}, ...into('known'));
  const [json = '', junit, sarif = '', html, shields] = await read('known');
  const report: Report = JSON.parse(json);
  expect(report.baseline).toMatchObject({
    known: [{ finding: '94b260ad1f' }],
    fresh: [],
    expired: [],
    vanished: [],
  });
  expect(junit).toContain('tests="2" failures="0" errors="0" skipped="1"');
  expect(junit).toContain('<skipped message="known until 9999-12-31 (SHOP-142): It moves in January."/>');
  expect(JSON.parse(sarif).runs[0]).toMatchObject({
    results: [{ suppressions: [{ kind: 'external', status: 'accepted' }] }],
    invocations: [{ exitCode: 0 }],
  });
  expect(html).toContain('Baseline: known until 9999-12-31 (SHOP-142)');
  expect(shields).toContain('non-conformant (1 known finding; in part');
  await judge(mock.url, {}, ...into('vanished'));
  const [, gone, log = '', page] = await read('vanished');
  expect(gone).toContain('tests="3" failures="1" errors="0" skipped="0"');
  expect(gone).toContain('The known finding 94b260ad1f has vanished (SHOP-142)');
  expect(JSON.parse(log).runs[0].invocations[0].toolExecutionNotifications[0]).toMatchObject({
    level: 'error',
  });
  expect(page).toContain('The known finding 94b260ad1f has vanished');
});

test('a known fault that shows everywhere fails no case, and a new one beside it does', async () => {
  const folder = await freshFolder();
  const texts = await startBroken(mock.url, async (request, pass) => {
    const answer = await pass(request);
    return { ...answer, body: answer.body.replace(/"status":(\d+)/, '"status":"$1"') };
  });
  const json = join(folder, 'report.json');
  const junit = join(folder, 'report.xml');
  const run = (...more: string[]) =>
    runVerifier('--profile', profile, '--target', texts.url, '--phases', 'vectors', ...more);
  try {
    await run('--json', json);
    const { findings }: Report = JSON.parse(await readFile(json, 'utf8'));
    const entries = findings.map(({ id: finding, scenario }) => ({
      finding,
      scenario,
      reason: 'r',
      ticket: 't',
      until: '9999-12-31',
    }));
    const all = await baselineOf(JSON.stringify({ known: entries }), folder);
    expect((await run('--baseline', all, '--junit', junit)).code).toBe(0);
    expect(await readFile(junit, 'utf8')).toMatch(/<testsuites [^>]* failures="0"/);
    const butOne = await baselineOf(JSON.stringify({ known: entries.slice(0, -1) }), folder);
    const { code, out } = await run('--baseline', butOne, '--junit', junit);
    expect(code).toBe(1);
    expect(out).toMatch(
      new RegExp(`^NON-CONFORMANT \\(${findings.length} findings, ${findings.length - 1} known;`),
    );
    expect(out.match(/^✗ /gm)?.length).toBe(2);
    expect(unwrapped(out)).toContain(`baseline  new: ${butOne}`);
    expect(await readFile(junit, 'utf8')).toMatch(/<testsuites [^>]* failures="[1-9]/);
  } finally {
    await texts.close();
  }
});

test('the example of a baseline can be used as it is', async () => {
  const run = ['--profile', profile, '--target', broken.url, '--scenarios', scenarios];
  const { out } = await runVerifier(...run, '--baseline', example.pathname);
  expect(unwrapped(out)).toContain('(https://tickets.example/SHOP-142)');
});

const entry = '{ finding: "94b260ad1f", reason: r, ticket: t, until: "2027-01-31" }';

test.each([
  ['known:\n  - { finding: "94b260ad1f" }\n', /known.yaml:2:5: \/known\/0: .*(reason|required)/],
  [
    `known:\n  - ${entry.replace('94b', 'xyz')}\n`,
    /:2:7: \/known\/0\/finding: expected the id of a finding in quotes/,
  ],
  [
    `known:\n  - ${entry.replace('"94b260ad1f"', '1234567890')}\n`,
    /finding: expected a string, found 1234567890/,
  ],
  [`known:\n  - ${entry.replace('-31', '-32')}\n`, /until: expected a day of the calendar, found 2027-01-32/],
  [
    `known:\n  - ${entry.replace('01-31', '02-30')}\n`,
    /until: expected a day of the calendar, found 2027-02-30/,
  ],
  [
    `known:\n  - ${entry.replace('"2027-01-31"', 'soon')}\n`,
    /until: expected the last day on which it may be there/,
  ],
  [
    `known:\n  - ${entry}\n  - ${entry}\n`,
    /:3:\d+: \/known\/1\/finding: duplicate finding.*\(first at line 2\)/,
  ],
  [`known:\n  - ${entry.replace('reason', 'raeson')}\n`, /raeson: unexpected field; did you mean reason\?/],
  ['known: [\n', /known.yaml:\d+:\d+: /],
])('%j is refused before the first request, with file and line', async (text, sentence) => {
  const file = await baselineOf(text);
  const args = ['--profile', profile, '--target', 'http://127.0.0.1:1', '--baseline', file];
  expect(await runVerifier(...args)).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringMatching(sentence),
  });
});
