import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunningService, readAccountsFile, startService } from '@cascade/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Profile, type Report, readProfile, verify } from '../src/index.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

// Made by the service itself, so that the user of its PostgreSQL can reach it.
const folder = join(tmpdir(), `cascade-verifier-${randomUUID()}`);

let service: RunningService;
let profile: Profile;
let report: Report;

beforeAll(async () => {
  const own = (name: string) => fileURLToPath(new URL(`../profiles/service/${name}`, import.meta.url));
  service = await startService({
    accounts: await readAccountsFile(own('accounts.yaml')),
    dataFolder: folder,
    log: silent,
    port: 0,
    operationsPort: 0,
    allowLoopback: true,
  });
  profile = await readProfile(own('provider.yaml'));
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

test('what stays inconclusive needs a clock, or rests on what the profile does not hold', () => {
  expect(report.inconclusive.map(({ scenario }) => scenario).toSorted()).toEqual([
    'callback-repeated',
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
