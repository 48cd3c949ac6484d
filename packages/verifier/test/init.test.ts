import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startMock } from '@cascade/mock';
import { closedAfterTest } from '@cascade/test-kit/vitest';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { mutants, startMutantProxy } from '../mutants/index.ts';
import { freshFolder, runVerifier } from './support/run-verifier.ts';

async function mockAndFile() {
  const mock = await startMock({ port: 0 });
  onTestFinished(() => mock.close());
  return { target: mock.url, file: join(await freshFolder(), 'profile.yaml') };
}

test('init writes what the provider lists and accepts, and the run with it finds nothing', async () => {
  const { target, file } = await mockAndFile();
  const written = await runVerifier('init', file, '--target', target, '--key', 'demo-key');
  expect(written).toMatchObject({ code: 0, err: '', out: expect.stringContaining('SMS: accepted text') });
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
  expect(await errorOf('--target', target)).toContain('pass --target and --key together');
  expect(await errorOf('--target', target, '--key', 'k', '--cascade', '12=FAX')).toContain(
    "argument '12=FAX' is invalid",
  );
}, 60_000);
