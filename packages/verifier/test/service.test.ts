import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningService, readAccountsFile, startService } from '@cascade/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Profile, type Report, verify } from '../src/index.ts';
import { ownProfile } from './support/broken-provider.ts';

const affords = 7;
const silent = { info: () => {}, warn: () => {}, error: () => {} };

// Made by the service itself, so that the user of its PostgreSQL can reach it.
const folder = join(tmpdir(), `cascade-verifier-${randomUUID()}`);

let service: RunningService;
let profile: Profile;
let report: Report;

beforeAll(async () => {
  const file = await readAccountsFile(
    createRequire(import.meta.url).resolve('@cascade/service/demo/accounts.yaml'),
  );
  const [demo] = file.accounts;
  if (demo === undefined) throw new Error('the demo file has no accounts');
  // The price of an SMS is 5: three left over do not pay for another.
  const small = { ...demo, name: 'small', keys: [{ key: 'small-key' }], balance: affords * 5 + 3 };
  service = await startService({
    accounts: { ...file, accounts: [...file.accounts, small] },
    dataFolder: folder,
    log: silent,
    port: 0,
    operationsPort: 0,
    allowLoopback: true,
  });
  const own = await ownProfile('service');
  profile = { ...own, keys: { ...own.keys, small: { key: 'small-key', affords } } };
  report = await verify({ target: service.url, profile, seed: 1 });
}, 120_000);

afterAll(async () => {
  await service?.close();
  await rm(folder, { recursive: true, force: true });
});

test('the service is conformant', () => {
  expect(report.findings).toEqual([]);
  expect(report.verdict).toBe('conformant');
});

test('what stays inconclusive is what a profile without clock and secret leaves out', () => {
  expect(report.inconclusive.map(({ scenario }) => scenario).toSorted()).toEqual([
    'callback-repeated',
    'callback-signed',
    'duplicate-window-ends',
  ]);
});

test('every clause that a black box can show has been seen to hold', () => {
  const open = report.ledger.filter(({ verdict, kind }) => verdict !== 'conformant' && kind !== 'not-shown');
  expect(open.map(({ clause }) => clause).toSorted()).toEqual([
    '4.2/list-cascades',
    '7.1/both-spellings',
    '7.1/system-error',
    '7.4/message-undeliverable-causes',
    '7.4/no-template-match-spellings',
    '7/codes-grow',
    '9/codes-grow',
  ]);
});

test('the generated cases depend on the seed alone', async () => {
  const again = await verify({ target: service.url, profile, seed: 1, phases: ['properties'] });
  const [first] = report.phases.filter(({ phase }) => phase === 'properties');
  expect(again.phases[0]?.attempts).toBe(first?.attempts);
}, 60_000);
