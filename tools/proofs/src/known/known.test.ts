import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { knownGroups } from '../../known/groups.ts';
import { copyTree, workingTree } from './copy-tree.ts';
import { filesOf, type KnownFault, patchOf, shownByCommand } from './fault.ts';
import { findFault } from './find-fault.ts';
import { page, pageText } from './page.ts';
import { afterFinding, beforeFinding } from './show-fault.ts';

const faults = knownGroups.flatMap((group) => group.faults);
const byName = faults.map((fault) => [fault.name, fault] as const);

test('each fault has a name and a patch of its own', () => {
  const patches = readdirSync(new URL('../../known/patches/', import.meta.url));
  expect(faults.map(({ name }) => `${name}.patch`).toSorted()).toEqual(patches.toSorted());
  expect(new Set(patches).size).toBe(faults.length);
});

test.each(byName)('the patch of %s applies to the code of today', (_, fault) => {
  execFileSync('git', ['apply', '--check', '--recount', patchOf(fault)], { cwd: workingTree, stdio: 'pipe' });
  for (const file of filesOf(fault)) expect(existsSync(join(workingTree, file)), file).toBe(true);
});

test.each(byName)(
  '%s names a test that is there',
  (_, { shownBy: { in: folder, file, test: name = '' }, finds }) => {
    // Each failure of the file would say it.
    expect(file).not.toContain(finds);
    expect(existsSync(join(workingTree, folder, 'package.json'))).toBe(true);
    // The rows of a table of tests may be in a file beside it.
    const beside = dirname(join(workingTree, folder, file));
    const sources = readdirSync(beside).filter((one) => one.endsWith('.ts'));
    expect(existsSync(join(workingTree, folder, file))).toBe(true);
    expect(sources.some((one) => readFileSync(join(beside, one), 'utf8').includes(name))).toBe(true);
  },
);

test('the page has all of them', () => {
  expect(readFileSync(page, 'utf8')).toBe(pageText());
});

const fault: KnownFault = {
  name: 'two-holders-of-an-attempt',
  says: 'It says more than once that it is too long for one line of a terminal with eighty columns',
  out: 'nothing',
  found: 'here',
  shownBy: { in: 'a', file: 'a.test.ts', test: 'is (one) of $2', schedules: { seed: 7, tries: 3 } },
  finds: 'one sender',
};

/** A folder with a package whose tests print that, and end with the code. */
function packageThatPrints(lines: readonly string[], code: number) {
  const folder = mkdtempSync(join(tmpdir(), 'cascade-known-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const program = `console.log(${JSON.stringify(lines.join('\n'))}, process.env.SEED, process.argv.slice(2)); process.exitCode = ${code}`;
  writeFileSync(join(folder, 'test.mjs'), program);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { test: 'node test.mjs' } }));
  const shown = { ...fault, shownBy: { ...fault.shownBy, in: '.' } };
  return { shown, copy: { folder, apply: () => undefined, takeBack() {}, remove() {} } };
}

const failed = [' FAIL  src/a.test.ts > is one', 'AssertionError: one sender: two', ' Test Files  1 failed'];

test.each([
  ['found', failed, 1, 'found'],
  ['missed if another failure comes', [' FAIL  src/a.test.ts > is one', 'AssertionError: lost'], 1, 'missed'],
  ['missed if nothing fails', ['one sender'], 0, 'missed'],
  ['missed if no test failed', ['one sender'], 1, 'missed'],
] as const)('a fault is %s', async (_, lines, code, is) => {
  const { shown, copy } = packageThatPrints(lines, code);
  expect((await findFault(shown, copy, () => {})).is).toBe(is);
});

test('the test is told its name and seed', async () => {
  const { shown, copy } = packageThatPrints([' FAIL '], 1);
  const { lines } = await findFault(shown, copy, () => {});
  expect(lines.join('\n')).toContain("7 [ 'a.test.ts', '--retry=0', '-t', 'is \\\\(one\\\\) of \\\\$2' ]");
});

test('a patch that no longer applies is said to be stale, with its file', async () => {
  const copy = {
    folder: workingTree,
    apply: () => 'error: patch failed: packages/a.ts:1',
    takeBack() {},
    remove() {},
  };
  const finding = await findFault(fault, copy, () => {});
  expect(finding).toMatchObject({ is: 'stale' });
  expect(afterFinding(fault, finding)).toContain('packages/a.ts:1');
});

test('no line is wider than 80 columns', () => {
  const lines = ['x'.repeat(100), 'AssertionError: one sender'];
  const text = beforeFinding(fault) + afterFinding(fault, { is: 'found', seconds: 1, lines });
  expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(text).toContain('AssertionError: one sender');
});

test('the command lists all, in lines of 80 columns, and refuses what it does not know', () => {
  const listed = proofs('known');
  for (const { name } of faults) expect(listed.stdout).toContain(name);
  expect(listed.stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(proofs('known', 'nothing')).toMatchObject({ status: 2, stderr: expect.stringContaining('nothing') });
  expect(proofs('known', 'silent-replica-sends', '--seed', '7').status).toBe(2);
});

function proofs(...given: readonly string[]) {
  const program = fileURLToPath(new URL('../proofs.ts', import.meta.url));
  return spawnSync(process.execPath, [program, ...given], { encoding: 'utf8', timeout: 60_000 });
}

test('a command can be pasted into a shell', () => {
  const { shownBy } = { ...fault, shownBy: { ...fault.shownBy, test: "it's" } };
  const printed = execFileSync('sh', ['-c', `npm() { printf '%s|' "$@"; }; ${shownByCommand(shownBy)}`], {
    encoding: 'utf8',
  });
  expect(printed).toBe("--prefix|a|test|--|a.test.ts|--retry=0|-t|it's|");
});

test('a fault is put into a copy, whose packages are linked to each other', () => {
  const file = 'packages/transition/src/transition.ts';
  const before = readFileSync(join(workingTree, file), 'utf8');
  const copy = copyTree();
  onTestFinished(copy.remove);
  expect(copy.apply(patchOf(fault))).toBeUndefined();
  const linked = realpathSync(join(copy.folder, 'packages/service/node_modules/@cascade/transition'));
  const inCopy = readFileSync(join(linked, 'src/transition.ts'), 'utf8');
  expect(inCopy).not.toBe(before);
  expect(copy.apply(patchOf(fault))).toContain(file);
  expect(readFileSync(join(workingTree, file), 'utf8')).toBe(before);
  copy.takeBack(patchOf(fault));
  expect(readFileSync(join(linked, 'src/transition.ts'), 'utf8')).toBe(before);
  copy.remove();
  expect(existsSync(copy.folder)).toBe(false);
});
