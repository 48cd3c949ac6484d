import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { submitStatus } from './submit-statuses.ts';

test('the page of gateways has each status in the row of its action', () => {
  const page = readFileSync(new URL('../../../operate/GATEWAYS.md', import.meta.url), 'utf8');
  const rows = page
    .split('\n')
    .filter((line) => /^\| 0x.*\| (?:UNDELIVERED with )?`/.test(line))
    .map((line) => ({ action: /`([^`]+)`/.exec(line)?.[1], statuses: statusesOf(line) }));
  const listed = Array.from({ length: 0x110 }, (_, status) => status).filter((status) => status > 0);
  for (const status of listed.filter((one) => submitStatus(one).name.startsWith('ESME_')))
    expect(rows.filter(({ statuses }) => statuses.has(status))).toMatchObject([
      { action: submitStatus(status).action },
    ]);
});

/** `0x61 to 0x64` are four. */
function statusesOf(line: string): ReadonlySet<number> {
  const ranges = line.matchAll(/(0x[0-9a-f]+)(?: to (0x[0-9a-f]+))?/g);
  return new Set(
    Array.from(ranges, ([, from, to = from]) =>
      Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => Number(from) + at),
    ).flat(),
  );
}
