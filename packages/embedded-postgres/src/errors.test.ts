import { expect, test } from 'vitest';
import { EmbeddedPostgresError, failure, withAdvice } from './errors.ts';

test.each([
  ['ENOSPC', /^The data folder \/data cannot be used: boom. Free some space/],
  ['EDQUOT', /quota raised/],
  ['EROFS', /a disk that can be written to/],
  ['EACCES', /right to write there/],
  ['EPERM', /right to write there/],
])('%s comes out with what to do', async (code, expected) => {
  const work = withAdvice('/data', () => Promise.reject(Object.assign(new Error('boom'), { code })));
  await expect(work).rejects.toThrow(EmbeddedPostgresError);
  await expect(work).rejects.toThrow(expected);
});

test('any other error comes out as it is', async () => {
  const error = new Error('boom');
  await expect(withAdvice('/data', () => Promise.reject(error))).rejects.toBe(error);
});

test('a program that fails has its last words, and what they call for', () => {
  const output = 'it begins\n'
    .repeat(20)
    .concat('could not extend file "base/1/4168": No space left on device');
  const [first, ...words] = failure('It failed.', output).message.split('\n');
  expect(first).toBe('It failed. Free some space on the disk.');
  expect(words).toHaveLength(8);
  expect(words.at(-1)).toContain('could not extend');
  expect(failure('It failed.', 'no reason').message).toBe('It failed.\nno reason');
});
