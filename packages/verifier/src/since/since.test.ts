import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startMock } from '@cascade/mock';
import { expect, onTestFinished, test } from 'vitest';
import { freshFolder, runVerifier } from '../../test/support/run-verifier.ts';
import { loadDescribed } from '../description/load-described.ts';
import { readDescription } from '../description/read-description.ts';
import { loadClauses } from '../scenario/clauses.ts';
import { loadScenarios } from '../scenario/load-scenarios.ts';
import { readEarlier } from './read-earlier.ts';
import { type EarlierContract, touchedSince } from './touched-since.ts';

const specFile = (name: string) => fileURLToPath(import.meta.resolve(`@cascade/spec/${name}`));
const openapi = await readFile(specFile('generated/openapi-annotated.yaml'), 'utf8');
const asyncapi = await readFile(specFile('generated/asyncapi-annotated.yaml'), 'utf8');
const clauses = await readFile(specFile('clauses.yaml'), 'utf8');
const shorter = openapi.replace('maxLength: 70\n', 'maxLength: 60\n');

const now = {
  ...readDescription(),
  clauses: loadClauses(),
  scenarios: [...loadScenarios(), ...loadDescribed()],
};
const touchedBy = (earlier: EarlierContract) => touchedSince(earlier, now);

async function fileWith(text: string) {
  const file = join(await freshFolder(), 'openapi.yaml');
  await writeFile(file, text);
  return file;
}

test('a limit that has changed touches the scenarios that cite what it cites, and no others', async () => {
  const touched = touchedBy(await readEarlier(await fileWith(shorter)));
  expect(touched.scenarios).toContain('attachmentName-length-outside');
  expect(touched.scenarios).not.toContain('caption-empty');
  expect(touched.unplaced).toEqual([]);
});

test('a text for readers touches nothing, a clause that says something else its scenarios', async () => {
  const worded = openapi.replaceAll(/^( +summary: ).*$/gm, '$1other words');
  expect(worded).not.toBe(openapi);
  expect(touchedBy(await readEarlier(await fileWith(worded))).scenarios).toEqual([]);
  const said = Object.fromEntries(
    now.clauses.map(({ id, says }) => [id, id === '7.3/thousands' ? '' : says]),
  );
  const { scenarios, clauses: changed } = touchedBy({ clauses: said, scenarios: ['caption-empty'] });
  expect(changed).toEqual(['7.3/thousands']);
  expect(scenarios).toEqual(expect.arrayContaining(['violation-thousands', 'caption-empty']));
  expect(scenarios.length).toBeLessThan(10);
});

test('a revision of the repository has the earlier descriptions, clauses and scenarios', async () => {
  const cwd = await freshFolder();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t.example', ...args], { cwd });
  const write = (name: string, text: string) => writeFile(join(cwd, 'spec', name), text);
  await mkdir(join(cwd, 'spec/generated'), { recursive: true });
  await mkdir(join(cwd, 'spec/scenarios'));
  await write('generated/openapi-annotated.yaml', shorter);
  await write('generated/asyncapi-annotated.yaml', asyncapi);
  await write('clauses.yaml', clauses);
  await write('scenarios/caption-empty.yaml', 'says: before\n');
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'a contract');
  await write('scenarios/caption-empty.yaml', 'says: after\n');
  const earlier = await readEarlier('HEAD', join(cwd, 'spec'));
  expect(earlier.scenarios).toEqual(['caption-empty']);
  expect(touchedBy(earlier).scenarios).toEqual(
    expect.arrayContaining(['attachmentName-length-outside', 'caption-empty']),
  );
  expect(touchedBy({ ...earlier, openapi: undefined, scenarios: [] }).scenarios).toEqual([]);
  await expect(readEarlier('no-such', cwd)).rejects.toThrow('no-such is neither a file nor a revision');
  await expect(readEarlier('--help', cwd)).rejects.toThrow('--help is neither a file nor a revision');
  git('rm', '--quiet', 'spec/clauses.yaml');
  git('commit', '--quiet', '--message', 'another');
  await expect(readEarlier('HEAD', cwd)).rejects.toThrow('HEAD has no spec/clauses.yaml; name a file');
});

test('a run judges what is touched, and says what it left', async () => {
  const mock = await startMock({ port: 0 });
  onTestFinished(() => mock.close());
  const profile = fileURLToPath(new URL('../../profiles/mock.yaml', import.meta.url));
  const options = ['--profile', profile, '--target', mock.url];
  const { code, out } = await runVerifier('--since', await fileWith(shorter), ...options);
  expect(code).toBe(0);
  expect(out).toMatch(
    /^Since \S+openapi.yaml what these say has changed: §.*\nJudged are the \d+ scenarios about that; \d+ are left/,
  );
  const same = await runVerifier('--since', await fileWith(openapi), ...options);
  expect(same).toMatchObject({ code: 0, out: expect.stringContaining('judged is key-in-its-header alone') });
  expect(await runVerifier('--since', profile, ...options)).toMatchObject({
    code: 2,
    err: expect.stringContaining('mock.yaml is not a description of OpenAPI or AsyncAPI'),
  });
});
