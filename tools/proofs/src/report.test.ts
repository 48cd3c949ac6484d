import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readSchedule } from './read-schedule.ts';
import { appendFindings, recordOf } from './report.ts';

const crash = readSchedule('crash');

test('a run names the command that shows it again', () => {
  const commands = [crash.for, 90_000, 600_000].map((duration) => recordOf(crash, 7, duration).command);
  expect(commands).toEqual([
    'npm run proofs -- crash --seed 7',
    'npm run proofs -- crash --seed 7 --for 90s',
    'npm run proofs -- crash --seed 7 --for 10m',
  ]);
});

test('appends each finding with seed, commit and command', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-findings-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'findings.jsonl');
  const findings = (['ids', 'money'] as const).map((judge) => ({ judge, says: 'wrong', count: 1 }));
  for (const seed of [7, 8]) appendFindings(file, recordOf(crash, seed, crash.for), { findings });
  const lines = (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ seed, judge, command }) => [seed, judge, command])).toEqual([
    [7, 'ids', 'npm run proofs -- crash --seed 7'],
    [7, 'money', 'npm run proofs -- crash --seed 7'],
    [8, 'ids', 'npm run proofs -- crash --seed 8'],
    [8, 'money', 'npm run proofs -- crash --seed 8'],
  ]);
  expect(lines[0].commit).toBe(recordOf(crash, 7, crash.for).commit);
});
