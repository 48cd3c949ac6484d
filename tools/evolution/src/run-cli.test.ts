import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from '@cascade/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readReleases } from './release.ts';
import { runCli } from './run-cli.ts';

let root = '';
/** A contract that has been released as 1.2.0; each test gets a copy. */
let released = '';

beforeAll(async () => {
  released = mkdtempSync(join(tmpdir(), 'cascade-released-'));
  root = released;
  const isOurs = (path: string) => !/node_modules|baseline/.test(path.slice(repositoryRoot.length));
  cpSync(join(repositoryRoot, 'spec'), join(root, 'spec'), { recursive: true, filter: isOurs });
  mkdirSync(join(root, '.changeset'));
  write('spec/package.json', '{ "version": "1.2.0" }');
  expect(await run('--accept')).toMatchObject({ code: 0 });
});
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cascade-released-'));
  cpSync(released, root, { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));
afterAll(() => rmSync(released, { recursive: true }));

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const write = (path: string, text: string) => writeFileSync(join(root, path), text);
const changeset = (bump: string) =>
  write('.changeset/odd-ones-out.md', `---\n'@cascade/spec': ${bump}\n---\n\nMore buttons.\n`);
const moveLimit = () =>
  write(
    'spec/catalogue/limits.yaml',
    read('spec/catalogue/limits.yaml').replace('value: 15\n', 'value: 16\n'),
  );

async function run(...args: readonly string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const streams = { out: (text: string) => void out.push(text), err: (text: string) => void err.push(text) };
  const code = await runCli(args, { root, ...streams });
  return { code, out: out.join(''), err: err.join('') };
}

test('nothing has changed', async () => {
  expect(await run()).toEqual({ code: 0, out: '## Contract: no change\nAs released in 1.2.0.\n', err: '' });
});

test('a change without a changeset fails, and says which one is missing', async () => {
  moveLimit();
  const { code, out } = await run();
  expect(code).toBe(1);
  expect(out).toContain('Required: at least 2.0.0. Planned: 1.2.0. ✗');
  expect(out).toContain('raises `@cascade/spec` by `major`');
  expect(out).toContain(
    '| limit `callback-response`: value<br>Breaks you if your program relies on the former value, 15: let it use 16 | 15 | 16 |',
  );
});

test('a changed decision has a heading of its own, with the old and the new sentence', async () => {
  const path = 'spec/decisions/0013-listing-cascades.md';
  const [, old = ''] = /^choice: '(.*)'$/m.exec(read(path)) ?? [];
  write(path, read(path).replace(old, 'A list by number.'));
  const { code, out } = await run();
  expect(code).toBe(1);
  expect(out).toContain(
    '### Changed decisions: breaks consumers (1)\n\n' +
      `| what | before | after |\n|---|---|---|\n| ADR-0013: choice<br>Breaks you if you rely on the former choice: compare your program with ADR-0013, and follow the new choice | ${old} | A list by number. |\n`,
  );
  expect(out).not.toContain('### Breaks consumers');
});

test('below 1.0.0 a minor changeset covers a changed decision', async () => {
  rmSync(join(root, 'spec/baseline'), { recursive: true });
  write('spec/package.json', '{ "version": "0.4.0" }');
  await run('--accept');
  const path = 'spec/decisions/0013-listing-cascades.md';
  write(path, read(path).replace(/^choice: .*$/m, "choice: 'A list by number.'"));
  changeset('minor');
  expect((await run()).out).toContain('Required: at least 0.5.0. Planned: 0.5.0. ✓');
});

test('the prose of a decision, its question and a proposal change nothing', async () => {
  const path = 'spec/decisions/0013-listing-cascades.md';
  write(path, `${read(path).replace(/^question: .*$/m, "question: 'How?'")}\nMore prose.\n`);
  const proposal = read(path)
    .replace('number: 13', 'number: 99')
    .replace('status: accepted', 'status: proposed');
  write('spec/decisions/0099-proposal.md', proposal);
  expect((await run()).out).toContain('## Contract: no change');
});

test.each([
  ['minor', 1],
  ['major', 0],
])('the same with a %s changeset ends with %i', async (bump, expected) => {
  moveLimit();
  changeset(bump);
  expect((await run()).code).toBe(expected);
});

test('a raised version needs no changeset, and --accept makes it the new baseline', async () => {
  moveLimit();
  write('spec/package.json', '{ "version": "2.0.0" }');
  expect((await run()).out).toContain('Planned: 2.0.0. ✓');
  await run('--accept');
  expect((await run()).out).toContain('As released in 2.0.0.');
});

test('every release is kept, the last one counts, and none can be put below it', async () => {
  write('spec/package.json', '{ "version": "1.10.0" }');
  expect((await run('--accept')).out).toContain('spec/baseline/1.10.0/release.json written');
  expect(readReleases(root).map(({ version }) => version)).toEqual(['1.2.0', '1.10.0']);
  expect((await run()).out).toContain('As released in 1.10.0.');
  write('spec/package.json', '{ "version": "1.9.0" }');
  expect(await run('--accept')).toMatchObject({
    code: 1,
    err: expect.stringContaining('at least 1.10.0, the last release, found 1.9.0'),
  });
});

test('all descriptions get the version of the package', async () => {
  expect((await run('--stamp')).out).toBe(
    ['openapi/openapi', 'asyncapi/asyncapi', 'gateway/openapi', 'mock/control.openapi']
      .map((name) => `spec/${name}.yaml stamped\n`)
      .join(''),
  );
  expect(read('spec/asyncapi/asyncapi.yaml')).toContain('\n  version: 1.2.0\n');
  expect((await run('--stamp')).out).toBe('');
  changeset('minor');
  await run('--stamp');
  expect(read('spec/openapi/openapi.yaml')).toContain('\n  version: 1.3.0-next\n');
});

test('reviewers see which clauses are new and not tested', async () => {
  write(
    'spec/clauses.yaml',
    `${read('spec/clauses.yaml')}\n9/new-one: { kind: rule, says: 'New.', words: [new] }\n`,
  );
  expect((await run()).out).toContain('### Newly untested clauses (1)\n\n- `9/new-one`\n');
});

test('reviewers see which clauses are no longer tested, where nothing else has changed', async () => {
  const path = 'spec/scenarios/odd-one-out.yaml';
  const clause = '9/untested-so-far';
  write(
    'spec/clauses.yaml',
    `${read('spec/clauses.yaml')}\n${clause}: { kind: rule, says: 'Old.', words: [old] }\n`,
  );
  write(path, `says: It is.\nphase: vectors\nclauses: [${clause}]\n`);
  await run('--accept');
  rmSync(join(root, path));
  const { code, out } = await run();
  expect(code).toBe(0);
  expect(out).toContain('As released in 1.2.0.');
  expect(out).toContain(`### Newly untested clauses (1)\n\n- \`${clause}\`\n`);
  expect(JSON.parse((await run('--json')).out)).toMatchObject({ untested: [clause], surviving: [] });
});

test('reviewers see which mutants survive that did not before', async () => {
  mkdirSync(join(root, 'packages/verifier/results'), { recursive: true });
  const score = (...survivors: string[]) =>
    write(
      'packages/verifier/results/score.json',
      JSON.stringify({ survivors: survivors.map((id) => ({ id })) }),
    );
  score('old-one');
  expect((await run()).out).toContain('### Mutants that survive, the last release having no score (1)\n');
  await run('--accept');
  score('old-one', 'new-one');
  expect((await run()).out).toContain('### Mutants that newly survive (1)\n\n- `new-one`\n');
  write('packages/verifier/results/score.json', '{ "killed": 1 }');
  expect(await run()).toMatchObject({
    code: 1,
    err: expect.stringContaining('expected the surviving mutants'),
  });
});

test('without a baseline there is nothing to compare', async () => {
  rmSync(join(root, 'spec/baseline'), { recursive: true });
  expect(await run()).toMatchObject({ code: 1, err: expect.stringContaining('--accept') });
});

test.each([
  ['openapi', 'spec/openapi/additions/schemas/Subject.yaml', 'required:'],
  ['asyncapi', 'spec/asyncapi/asyncapi.yaml', 'channels:'],
])('a bundle of %s that is older than its sources is refused', async (name, path, before) => {
  const text = read(path);
  expect(text).toContain(`\n${before}`);
  write(path, text.replace(`\n${before}`, `\nx-seeded: 1\n${before}`));
  for (const option of [[], ['--accept']])
    expect(await run(...option)).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        new RegExp(
          `spec/generated/${name}-annotated\\.yaml: expected the bundle of spec/${name}.*npm run generate`,
          's',
        ),
      ),
    });
});

test('what contradicts the source is refused, with the words of the clause', async () => {
  const path = 'spec/catalogue/limits.yaml';
  write(path, read(path).replace('value: 5\n', 'value: 60\n'));
  for (const option of [[], ['--accept'], ['--json']])
    expect(await run(...option)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining(
        'The source says 5, §8 (duplicate-window): «A duplicate counts for 5 minutes.» Found 60',
      ),
    });
});

test('what is gone is not under the heading New', async () => {
  const path = 'spec/catalogue/limits.yaml';
  const [entry = ''] = /^- id: history-offset\n(?: {2}.*\n)+/m.exec(read(path)) ?? [];
  write(path, read(path).replace(entry, ''));
  const { out } = await run();
  expect(out).toContain('### To be read: programs may rely on what it was (1)\n');
  expect(out).toContain('| limit `history-offset`: value | 100,000 entries | — |');
  expect(out).not.toContain('### New');
});

test('an invalid changeset is named', async () => {
  write('.changeset/broken.md', 'Nothing.');
  expect(await run()).toMatchObject({ code: 1, err: expect.stringContaining('.changeset/broken.md') });
});

test('help and wrong usage', async () => {
  expect(await run('--help')).toMatchObject({ code: 0, out: expect.stringContaining('npm run evolution') });
  expect(await run('--all')).toMatchObject({ code: 2, err: expect.stringContaining('--all') });
  expect(JSON.parse((await run('--json')).out)).toMatchObject({ impact: 'none', passes: true, changes: [] });
});

test('--against a revision, a new code needs a changeset of its own', async () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', root, '-c', 'user.name=a', '-c', 'user.email=a@example.test', ...args]);
  changeset('major');
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'A');
  expect(await run('--against', 'HEAD')).toMatchObject({
    code: 0,
    out: '## Contract: no change\nAs in HEAD.\n',
  });
  moveLimit();
  expect((await run()).out).toContain('Planned: 2.0.0. ✓');
  const alone = await run('--against', 'HEAD');
  expect(alone.code).toBe(1);
  expect(alone.out).toContain('In HEAD: 1.2.0. Required: at least 2.0.0. Planned: 1.2.0. ✗');
  write('.changeset/of-its-own.md', "---\n'@cascade/spec': major\n---\n\nA longer window.\n");
  expect(await run('--against', 'HEAD')).toMatchObject({ code: 0, out: expect.stringContaining('✓') });
  expect(await run('--against', 'nowhere')).toMatchObject({
    code: 1,
    err: expect.stringContaining('nowhere'),
  });
});
