import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startMock } from '@cascade/mock';
import { closedAfterTest } from '@cascade/repository/test-kit/vitest';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { parse } from 'yaml';
import { mutants, startMutantProxy } from '../mutants/index.ts';
import { freshFolder, runVerifier } from './support/run-verifier.ts';

beforeEach(() => {
  vi.stubEnv('CASCADE_KEY', 'demo-key');
  return () => vi.unstubAllEnvs();
});

async function mockAndFile() {
  const mock = await startMock({ port: 0 });
  onTestFinished(() => mock.close());
  return { target: mock.url, file: join(await freshFolder(), 'profile.yaml') };
}

test('init writes what the provider lists and accepts, and the run with it finds nothing', async () => {
  const { target, file } = await mockAndFile();
  const written = await runVerifier('init', file, '--target', target);
  expect(written).toMatchObject({ code: 0, err: '', out: expect.stringContaining('SMS: accepted text') });
  expect(written.out).toContain(`set CASCADE_KEY to the key, then run: cascade-verify --profile ${file}`);
  expect(await readFile(file, 'utf8')).not.toContain('demo-key');
  const { cascades, content, buttons } = parse(await readFile(file, 'utf8'));
  expect(cascades.map(({ id }: { id: number }) => id).toSorted()).toEqual([
    1000000, 2002, 31634, 4010, 50505,
  ]);
  expect(Object.keys(content.CHATTWO)).toContain('listPicker');
  expect(Object.keys(content.CHATONE)).toContain('text');
  expect(Object.keys(buttons)).toEqual(['URL', 'PHONE', 'QUICK_REPLY']);
  const run = await runVerifier('--profile', file, '--phases', 'boundaries,text');
  expect(run).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^CONFORMANT \(in part, \d+ of \d+ judged\)\n/),
  });
}, 60_000);

test.each(['format-chattwo-content', 'required-button-action', 'boundary-phone-buttons-one-more'])(
  'the profile that init writes of a broken provider shows %s',
  async (id) => {
    const { target, file } = await mockAndFile();
    const mutant = mutants.find((each) => each.id === id);
    if (mutant === undefined) throw new Error(`no mutant ${id}`);
    const { url } = await closedAfterTest(startMutantProxy({ target, mutant }));
    expect((await runVerifier('init', file, '--target', url, '--key', 'demo-key')).code).toBe(0);
    const run = await runVerifier('--profile', file, '--phases', 'vectors,boundaries');
    expect(run).toMatchObject({ code: 1, out: expect.stringContaining('NON-CONFORMANT') });
  },
);

test('a wrong key, a provider that is away and half of the options are answered with what to change', async () => {
  const { target, file } = await mockAndFile();
  const errorOf = async (...args: string[]) => (await runVerifier('init', file, ...args)).err;
  expect(await errorOf('--target', target, '--key', 'no-key')).toContain('--key: the provider refuses it');
  expect(await errorOf('--target', 'http://127.0.0.1:1', '--key', 'k')).toContain('start the provider first');
  vi.stubEnv('CASCADE_KEY', '');
  expect(await errorOf('--target', target)).toContain(
    'with --target set CASCADE_KEY to a valid key, or pass --key',
  );
  expect(await errorOf('--key', 'k')).toContain('pass neither for the template');
  expect(await errorOf('--target', target, '--key', 'k', '--cascade', '12=FAX')).toContain(
    "argument '12=FAX' is invalid",
  );
}, 60_000);

test('the profile that init writes needs the variable of the key, or --key', async () => {
  const { target, file } = await mockAndFile();
  await runVerifier('init', file, '--target', target, '--key', 'demo-key');
  vi.stubEnv('CASCADE_KEY', '');
  const run = (...more: string[]) =>
    runVerifier('--profile', file, '--scenarios', 'key-in-its-header', ...more);
  expect(await run()).toMatchObject({
    code: 2,
    err: expect.stringMatching(
      /profile\.yaml:\d+:3: \/keys\/good: the variable CASCADE_KEY is not set; set it in the environment, or pass --key\n/,
    ),
  });
  expect(await run('--key', 'demo-key')).toMatchObject({ code: 0 });
});
