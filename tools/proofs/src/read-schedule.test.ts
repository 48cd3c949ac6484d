import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { milliseconds, needsOf, readSchedule, scheduleNames } from './read-schedule.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-schedules-'));
});
afterAll(() => rm(folder, { recursive: true }));

const valid = `says: a kill
minutes: 2
for: 90s
on: embedded
load:
  - { account: one, rate: 5 }
faults:
  - { fault: kill, of: [one replica, postgres], every: 1s-2s }
`;

async function read(text: string) {
  const file = join(folder, 'a.yaml');
  await writeFile(file, text);
  return readSchedule('a', file);
}

test('every schedule of the folder is valid', () => {
  expect(scheduleNames).toContain('crash');
  for (const name of scheduleNames) expect(readSchedule(name).name).toBe(name);
});

test('fills in what a schedule leaves out', async () => {
  const schedule = await read(valid);
  expect(schedule).toMatchObject({ for: 90_000, replicas: 2, gateway: { kind: 'http', latencyMs: 20 } });
  expect(schedule.load[0]).toMatchObject({ rate: 5, messages: 'delivered', times: 1, pause: [0, 0] });
  expect(schedule.faults[0]).toMatchObject({ fault: ['kill'], every: [1_000, 2_000], for: [0, 0] });
  expect(needsOf(schedule)).toBe('');
});

test.each([
  ['rate: 5', 'rate: fast', /a\.yaml:6:\d+: \/load\/0\/rate: expected a number, found "fast"/],
  ['every: 1s-2s', 'every: soon', /a\.yaml:8:\d+: .*expected a time such as 200ms/],
  ['on: embedded', 'on: embeded', /a\.yaml:4:\d+: .*found embeded; did you mean embedded\?/],
  ['fault: kill', 'fault: kil', /a\.yaml:8:\d+: .*found kil; did you mean kill\?/],
  ['fault: kill', 'fault: silent', /a\.yaml:8:\d+: .*expected a fault without proxy, which embedded lacks/],
  ['postgres]', 'postgress]', /a\.yaml:8:\d+: .*found postgress; did you mean postgres\?/],
  ['minutes: 2', 'minutes: 2\nminute: 3', /a\.yaml:3:\d+: \/minute: unexpected field/],
  ['rate: 5', 'callers: 5, purse: 3', /a\.yaml:6:\d+: .*expected a rate beside it/],
])('%s as %s is reported with its line', async (right, wrong, message) => {
  await expect(read(valid.replace(right, wrong))).rejects.toThrow(message);
});

test('reads times', () => {
  expect(['200ms', '5s', '1.5m', '5', 'x'].map(milliseconds)).toEqual([200, 5_000, 90_000, NaN, NaN]);
});
