import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { withBed } from './bed.ts';

test('ends what was started, the latest first, and removes its folder', async () => {
  const ended: string[] = [];
  const { folder, text } = await withBed(async (bed) => {
    bed.use('first', (one) => ended.push(one));
    bed.closing({ close: () => ended.push('second') });
    return { folder: bed.folder, text: await readFile(await bed.write('a.yaml', { a: 1 }), 'utf8') };
  });
  expect(text).toBe('{"a":1}');
  expect(ended).toEqual(['second', 'first']);
  expect(existsSync(folder)).toBe(false);
});

test('what fails first is reported, and everything ends all the same', async () => {
  const ended: string[] = [];
  const run = (work: () => void) =>
    withBed(async (bed) => {
      bed.use('first', (one) => ended.push(one));
      bed.use('second', () => {
        throw new Error('does not end');
      });
      work();
    });
  await expect(run(() => {})).rejects.toThrow('does not end');
  const failing = run(() => {
    throw new Error('does not work');
  });
  await expect(failing).rejects.toThrow('does not work');
  expect(ended).toEqual(['first', 'first']);
});
