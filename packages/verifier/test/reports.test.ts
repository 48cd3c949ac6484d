import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { closedAfterTest } from '@cascade/repository/test-kit/vitest';
import { expect, test } from 'vitest';
import { acceptsLongNames, startBroken } from './support/broken-provider.ts';
import { freshFolder, runVerifier, unwrapped } from './support/run-verifier.ts';
import { withBroken } from './support/with-broken.ts';

const profile = new URL('../profiles/mock.yaml', import.meta.url).pathname;
const { mock, broken } = withBroken(acceptsLongNames);

const scenarios = 'attachmentName-length-outside,attachmentName-length-inside';
const judge = (target: string, ...more: string[]) =>
  runVerifier('--profile', profile, '--target', target, '--scenarios', scenarios, ...more);

/** A report with one finding, and how to replay it. */
async function withFinding() {
  const file = join(await freshFolder(), 'report.json');
  expect((await judge(broken.url, '--json', file)).code).toBe(1);
  const { findings } = JSON.parse(await readFile(file, 'utf8'));
  expect(findings).toHaveLength(1);
  const replay = (...more: string[]) =>
    runVerifier('replay', findings[0].id, '--report', file, '--profile', profile, ...more);
  return { file, replay };
}

test('every form of the report is written, into folders that are made, and says what the clause demands', async () => {
  const folder = join(await freshFolder(), 'a', 'b');
  const files = ['json', 'junit', 'sarif', 'html'].map((format) => join(folder, format));
  const options = files.flatMap((file) => [`--${file.split('/').at(-1)}`, file]);
  const { code, out } = await judge(broken.url, ...options);
  expect(code).toBe(1);
  expect(out).toContain('NON-CONFORMANT');
  const [json = '', junit = '', sarif = '', html = ''] = await Promise.all(
    files.map((file) => readFile(file, 'utf8')),
  );
  expect(JSON.parse(json).scenarios).toHaveLength(2);
  expect(junit).toContain('<testsuite name="boundaries"');
  expect(JSON.parse(sarif).runs[0].results[0].ruleId).toBe(JSON.parse(json).findings[0].clause);
  expect(html).toContain('<h1>Non-conformant</h1>');
  const { clause, clauseSays } = JSON.parse(json).findings[0];
  expect(clauseSays).toBe('attachmentName has 70 characters at most.');
  expect(unwrapped(out)).toContain(`§${clause}: ${clauseSays}`);
  for (const form of [junit, sarif, html]) expect(form).toContain(clauseSays);
  expect(out + junit + sarif + html, 'no portal was named').not.toContain('clauses.html');
});

test('a fault that shows everywhere is one card with its number and examples, and every form counts alike', async () => {
  const folder = await freshFolder();
  const texts = await closedAfterTest(
    startBroken(mock.url, async (request, pass) => {
      const answer = await pass(request);
      return { ...answer, body: answer.body.replace(/"status":(\d+)/, '"status":"$1"') };
    }),
  );
  const files = ['json', 'junit', 'html'].map((form) => join(folder, form));
  const forms = files.flatMap((file) => [`--${file.split('/').at(-1)}`, file]);
  const args = ['--profile', profile, '--target', texts.url, '--phases', 'vectors,boundaries', ...forms];
  const { code, out } = await runVerifier(...args);
  expect(code).toBe(1);
  expect(out.match(/^✗ (?!vectors|boundaries)/gm)).toHaveLength(1);
  expect(unwrapped(out)).toMatch(
    /\d+ more of the same: [\w-]+ \([\da-f]+\), [\w-]+ \([\da-f]+\) and \d+ others /,
  );
  const { out: all } = await runVerifier('report', files[0] ?? '', '--verbose');
  const [, failed] = /\d+ errors of 1 kind, in (\d+) of \d+ scenarios/.exec(all) ?? [];
  const [json = '', junit, html] = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  expect(junit).toMatch(new RegExp(`<testsuites [^>]*failures="${failed}"`));
  expect(html).toMatch(/\d+ more of the same/);
  expect(html).toContain(`cascade-verify replay ${JSON.parse(json).findings[0].id} --report ${files[0]}`);
});

test('one report can go to the standard output, and people read the other', async () => {
  const { out, err } = await judge(mock.url, '--junit', '-');
  expect(out).toMatch(/^<\?xml/);
  expect(err).toContain('CONFORMANT');
  const twice = await judge(mock.url, '--junit', '-', '--json', '-');
  expect(twice).toMatchObject({ code: 2, err: expect.stringMatching(/only one report/) });
});

test('a report that cannot be written is refused before the first request', async () => {
  const folder = await freshFolder();
  const { code, err, out } = await judge('http://127.0.0.1:1', '--html', folder);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/^--html: EISDIR/);
});

test('links lead to the documentation that was named', async () => {
  const { out } = await judge(broken.url, '--docs', 'https://docs.example/x/');
  expect(out).toMatch(/https:\/\/docs\.example\/x\/clauses\.html#[\w.]+-\S+/);
});

test('replay says FAILED while it is broken', async () => {
  const { replay } = await withFinding();
  const { code, out } = await replay();
  expect(code).toBe(1);
  expect(out).toMatch(/actual {4}acceptance \(200\)[\s\S]*FAILED {2}attachmentName-length-outside/);
});

test('replay says FIXED once it is fixed', async () => {
  const { replay } = await withFinding();
  const { code, out } = await replay('--target', mock.url);
  expect(code).toBe(0);
  expect(out).toMatch(/^FIXED {2}attachmentName-length-outside/);
});

test('replay says ERROR when it cannot tell', async () => {
  const { file, replay } = await withFinding();
  expect(await replay('--target', 'http://127.0.0.1:1')).toMatchObject({
    code: 2,
    out: expect.stringMatching(/^ERROR {2}http:\/\/127\.0\.0\.1:1 cannot be judged/),
  });
  const other = await runVerifier('replay', 'ffffffffff', '--report', file, '--profile', profile);
  expect(other).toMatchObject({ code: 2, out: expect.stringMatching(/^ERROR .* has no finding ffffffffff/) });
});

test.each([
  ['is not there', undefined, /report not found; write one with --json/],
  ['is something else', '{"seed": "x"}', /expected a report that --json wrote/],
])('a report that %s cannot be replayed', async (_, text, sentence) => {
  const file = join(await freshFolder(), 'report.json');
  if (text !== undefined) await writeFile(file, text);
  const result = await runVerifier('replay', 'ffffffffff', '--report', file);
  expect(result).toMatchObject({ code: 2, err: expect.stringMatching(sentence) });
});

test('a saved report yields every other form, the same as the run wrote them', async () => {
  const folder = await freshFolder();
  const forms = ['junit', 'sarif', 'html', 'badge', 'shields'];
  const into = (name: string) => forms.flatMap((form) => [`--${form}`, join(folder, name, form)]);
  const json = join(folder, 'report.json');
  expect((await judge(broken.url, '--json', json, ...into('run'))).code).toBe(1);
  const written = await runVerifier('report', json, '--profile', profile, ...into('later'));
  expect(written).toEqual({ code: 0, out: '', err: '' });
  const read = (name: string) => Promise.all(forms.map((form) => readFile(join(folder, name, form), 'utf8')));
  expect(await read('later')).toEqual(await read('run'));
});

test('a report of a run is compared with an earlier one', async () => {
  const { file } = await withFinding();
  const fixed = join(file, '..', 'fixed.json');
  expect((await judge(mock.url, '--json', fixed)).code).toBe(0);
  const compare = (...more: string[]) => runVerifier('report', fixed, '--markdown', '-', ...more);
  const compared = await compare('--against', file);
  expect(compared).toMatchObject({ code: 0, out: expect.stringContaining('**Fixed**: 1 finding\n') });
  expect(await compare('--against', '/nowhere.json')).toMatchObject({
    code: 2,
    err: expect.stringContaining("option '--against <file>' argument '/nowhere.json' is invalid. ENOENT"),
  });
});
