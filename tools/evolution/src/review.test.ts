import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from '@cascade/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Review, review, reviewInMarkdown } from './review.ts';

let root = '';
let found: Review;

const git = (...args: readonly string[]) =>
  execFileSync('git', ['-C', root, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.test', ...args]);

function edit(path: string, from: string, to: string): void {
  const text = readFileSync(join(root, path), 'utf8');
  expect(text).toContain(from);
  writeFileSync(join(root, path), text.replace(from, to));
}

function commit(): void {
  git('add', '-A');
  git('commit', '-qm', 'Change the contract');
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'cascade-review-'));
  for (const folder of ['spec', 'packages/types/src'])
    cpSync(join(repositoryRoot, folder), join(root, folder), {
      recursive: true,
      filter: (path) => !/node_modules|baseline/.test(path.slice(repositoryRoot.length)),
    });
  mkdirSync(join(root, '.changeset'));
  git('init', '-q');
  commit();
  edit('spec/catalogue/limits.yaml', 'value: 15\n', 'value: 16\n');
  edit('spec/generated/openapi-annotated.yaml', 'maxLength: 4096', 'maxLength: 4000');
  edit('spec/scenarios/accepts-button.yaml', 'accepted: true', 'accepted: false');
  rmSync(join(root, 'spec/scenarios/accepts-buttons.yaml'));
  edit('packages/types/src/generated/openapi.ts', '    cascadeId: number', '    cascadeId: string');
  commit();
  found = await review('HEAD~1..HEAD', root);
}, 60_000);
afterAll(() => rmSync(root, { recursive: true }));

test('a change has its clauses, decisions and codes', () => {
  const at = (end: string) => found.changes.find((change) => change.at.endsWith(end));
  expect(at('comment/maxLength')).toMatchObject({
    impact: 'major',
    rests: ['ADR-0049', 'ADR-0024'],
    codes: ['matched-template-not-found'],
  });
  expect(at('callback-response')?.rests).toEqual(['ADR-0018']);
});

test('the version is judged by the changesets of the range alone', () => {
  expect(found.judgement).toMatchObject({ impact: 'major', passes: false });
});

test('a changed scenario, and a removed scenario', () => {
  expect(found.expectations).toEqual([
    expect.objectContaining({ name: 'scenario accepts-button', after: '{"accepted":false}' }),
    expect.not.objectContaining({ after: expect.anything() }),
  ]);
});

test('a TypeScript program that sends the former message stops compiling', () => {
  expect(found.types.map(({ type, use }) => `${use} ${type}`)).toContain('sends SchedulingRequest');
  expect(found.types.every(({ says }) => !says.includes(root))).toBe(true);
});

test('the Markdown has all of it', () => {
  const text = reviewInMarkdown(found);
  expect(text).toMatch(/Breaks you if you send `comment` beyond it/);
  expect(text).toContain('comment/maxLength`: ADR-0049, ADR-0024; codes: `matched-template-not-found`\n');
  expect(text).toContain('scenario accepts-button: {"accepted":true} → {"accepted":false}\n');
  expect(text).toContain('- a program that sends `SchedulingRequest`: ');
});

test.each([
  ['a..b..c', /expected a range like main\.\.HEAD, or a revision, found 'a\.\.b\.\.c'/],
  ['', /expected a range/],
  ['no-such-branch..HEAD', /git cannot read the revision no-such-branch: /],
  ['--output=x..HEAD', /git cannot read the revision --output=x: /],
])('%j is refused', async (range, message) => {
  await expect(review(range, root)).rejects.toThrow(message);
});
