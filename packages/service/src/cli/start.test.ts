import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runService } from '../testing/run-service.ts';

test('a broken configuration file is refused with every fault on its line, before anything starts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-start-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'service.yaml');
  await writeFile(file, 'gateways:\n  SMS: { kind: http }\nlimits:\n  messageLength: { SMS: many }\n');
  expect(await runService(['start', '--config', file])).toEqual({
    code: 1,
    out: '',
    err: [
      `The service cannot start with ${file}:`,
      `${file}:2:3: /gateways/SMS: expected a member url, found none`,
      `${file}:4:20: /limits/messageLength/SMS: expected an integer, found "many"`,
      '',
    ].join('\n'),
  });
});

test.each(['0', '-1', '1.5', 'many', '100000'])('--retention-days %s is refused', async (days) => {
  const { code, err } = await runService(['start', `--retention-days=${days}`]);
  expect(code).toBe(2);
  expect(err).toContain(`--retention-days takes a number from 1 to 99999, not ${days}.`);
});
