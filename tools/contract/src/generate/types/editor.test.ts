import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repositoryRoot } from '../../index.ts';

/** What an editor and a compiler say about a program that uses @cascade/types. */
const folder = mkdtempSync(join(tmpdir(), 'cascade-types-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const types = join(repositoryRoot, 'packages/types/src/index.ts');
const receiver = join(repositoryRoot, 'packages/webhooks/src/create-status-handler.ts');
const imports = `import { assertNever, type Cascade, type ChattwoContent, type SchedulingRequest, type StatusEvent } from '${types}';\n`;
const start = "requestId: 'a', cascadeId: 1, subscriberFilter: { address: '1', type: 'PHONE' }";

let program = '';
let version = 0;
const service = ts.createLanguageService({
  getScriptFileNames: () => ['/program.ts'],
  getScriptVersion: (file) => (file === '/program.ts' ? String(version) : '1'),
  getScriptSnapshot: (file) => {
    const source = file === '/program.ts' ? program : ts.sys.readFile(file);
    return source === undefined ? undefined : ts.ScriptSnapshot.fromString(source);
  },
  getCurrentDirectory: () => '/',
  getCompilationSettings: () => ({ strict: true, allowImportingTsExtensions: true, noEmit: true }),
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: ts.sys.fileExists,
  readFile: ts.sys.readFile,
});

function completionsAt(text: string): readonly string[] {
  program = imports + text.replace('|', '');
  version += 1;
  const position = imports.length + text.indexOf('|');
  const completions = service.getCompletionsAtPosition('/program.ts', position, {});
  return (completions?.entries ?? []).map(({ name }) => name);
}

/** The compiler of the repository: the path of this package leads to an older one first. */
const compiler = join(repositoryRoot, 'node_modules/.bin/tsc');

/**
 * Compiles the programs in one run, since the compiler takes longest to start. The lines that it prints about
 * each, in their order.
 */
function errorsOf(programs: readonly string[]): readonly (readonly string[])[] {
  const files = programs.map((_, at) => `program-${at}.mts`);
  for (const [at, file] of files.entries()) writeFileSync(join(folder, file), imports + programs[at]);
  const options = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--allowImportingTsExtensions'];
  const modules = ['--target', 'es2022', '--module', 'nodenext', '--ignoreConfig', '--pretty', 'false'];
  const { stdout } = spawnSync(compiler, [...options, ...modules, ...files], {
    encoding: 'utf8',
    cwd: folder,
  });
  // An error begins with its file; further lines about it are indented.
  const errors = stdout.split(/\n(?! )/).filter((error) => error !== '');
  expect(errors.filter((error) => !/^program-\d+\.mts\(/.test(error))).toEqual([]);
  return files.map((file) =>
    errors.filter((error) => error.startsWith(`${file}(`)).flatMap((error) => error.split('\n')),
  );
}

describe('an editor completes the listed members of what is open', () => {
  test.each([
    ['content', `const c: ChattwoContent = { contentType: 'TEXT', own: 1, | };`, 'messageMatcherId'],
    ['content types', `const c: ChattwoContent = { contentType: '|' };`, 'AUTHENTICATION'],
    ['buttons', `const c: ChattwoContent = { contentType: 'TEXT', buttons: [{ | }] };`, 'payload'],
    ['lists', `const c: ChattwoContent = { contentType: 'TEXT', listPicker: { | } };`, 'sections'],
    ['events', `declare const e: StatusEvent; e.|`, 'statusAt'],
    ['answers', `declare const c: Cascade; c.stages[0]?.|`, 'decision'],
  ])('%s', (_, program, member) => {
    expect(completionsAt(program)).toContain(member);
  });
});

describe('a compiler names the fault in a few lines', () => {
  const content = (text: string) =>
    `export const r: SchedulingRequest = { ${start}, content: { chattwoContent: ${text} } };`;

  const faulty = [
    ['a number as text', content(`{ contentType: 'TEXT', text: 4821 }`), "'number' is not assignable"],
    ['content without its type', content(`{ contenttype: 'TEXT' }`), "'contentType' is missing"],
    [
      'a button without action',
      content(`{ contentType: 'TEXT', buttons: [{ type: 'URL' }] }`),
      "'action' is missing",
    ],
    [
      'a number as title',
      content(`{ contentType: 'LIST_PICKER', listPicker: { sections: [{ items: [{ title: 1 }] }] } }`),
      "'number' is not assignable",
    ],
    [
      'a misspelt member of the request',
      `export const r: SchedulingRequest = { ${start.replace('cascadeId', 'cascadeID')}, content: {} };`,
      "Did you mean to write 'cascadeId'?",
    ],
    [
      'a misspelt member of the filter',
      `export const r: SchedulingRequest = { ${start.replace('address', 'adress')}, content: {} };`,
      "Did you mean to write 'address'?",
    ],
    [
      'a misspelt channel',
      `export const r: SchedulingRequest = { ${start}, content: { chattwocontent: { contentType: 'TEXT' } } };`,
      "Did you mean to write 'chattwoContent'?",
    ],
    [
      'a misspelt read',
      'declare const e: StatusEvent; export const at = e.statusat;',
      "Did you mean 'statusAt'?",
    ],
    [
      'a stage of another shape',
      `export const c: Cascade = { id: 1, stages: [{ uuid: 'a', subject: { id: '1', type: 'SMS' } }] };`,
      "'string' is not assignable",
    ],
    [
      'a switch without two of the codes',
      'export const f = (c: "a" | "b" | "c") => { switch (c) { case "b": return 1; default: return assertNever(c); } };',
      `NoCaseFor<"a" | "c">`,
    ],
    [
      'a receiver that checks no sender: the safe option is named, not allowUnsigned',
      `import { createStatusHandler } from '${receiver}'; createStatusHandler({ onStatus() {} });`,
      "Property 'secrets' is missing",
    ],
  ] as const;
  const faultless = [
    [
      'further fields',
      content(`{ contentType: 'TEXT', paymentData: {}, buttons: [{ action: 'a', own: 1 }] }`),
    ],
    [
      'a complete switch',
      'export const f = (c: "a") => { switch (c) { case "a": return 1; default: return assertNever(c); } };',
    ],
  ] as const;
  let errors: readonly (readonly string[])[] = [];

  beforeAll(() => {
    errors = errorsOf([...faulty, ...faultless].map(([, program]) => program));
  });

  test.each(faulty.map(([name, , message], at) => [name, at, message] as const))('%s', (_, at, message) => {
    const lines = errors[at] ?? [];
    expect(lines.join('\n')).toContain(message);
    expect(lines.length).toBeLessThan(5);
  });

  test.each(faultless.map(([name], at) => [name, faulty.length + at] as const))(
    'and nothing of %s',
    (_, at) => {
      expect(errors[at]).toEqual([]);
    },
  );
});
