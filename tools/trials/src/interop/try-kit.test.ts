import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { kits, kitsFolder } from './tables.ts';
import { kitResults, linesOf } from './try-kit.ts';

test('every kit is recorded with all checks passed', () => {
  const results = kitResults.read();
  expect(results.map(({ kit }) => kit).sort()).toEqual(kits.map(({ name }) => name).sort());
  for (const { kit, checks, passed, failures } of results)
    expect([kit, passed, failures]).toEqual([kit, checks, []]);
});

test('every kit met each code, and of 10,000 calls through faults none was doubled or lost', () => {
  for (const { kit, outcomes, linters } of kitResults.read()) {
    expect([kit, outcomes?.codes]).toEqual([kit, { mock: 27, service: 27 }]);
    const { scheduled = 0, unknown = 0, ...rest } = outcomes?.calls ?? {};
    expect([kit, scheduled + unknown, rest]).toMatchObject([kit, 10_000, { doubled: 0, lost: 0 }]);
    for (const { code, version } of Object.values(linters))
      expect([kit, code, version]).toEqual([kit, 0, expect.stringMatching(/\d/)]);
  }
});

test('a match that lacks a new code is refused in every language', () => {
  for (const { kit, newCode } of kitResults.read())
    expect([kit, newCode]).toEqual([kit, { lines: expect.any(Number), says: expect.stringMatching(/./) }]);
});

test('the first message of every kit is sent in less than three minutes', () => {
  for (const { kit, firstMessageSeconds = 0 } of kitResults.read())
    expect([kit, firstMessageSeconds < 180]).toEqual([kit, true]);
});

test.each(kits)('the kit $name has at most 450 lines without models and codes', (kit) => {
  const { rest } = linesOf(kit);
  expect(rest).toBeGreaterThan(150);
  expect(rest).toBeLessThanOrEqual(450);
});

test('the page of the kits has every one', () => {
  const readme = readFileSync(join(kitsFolder, 'README.md'), 'utf8');
  for (const { name } of kits) expect(readme).toContain(`](${name})`);
});
