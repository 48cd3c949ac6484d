import { releaseFiles } from '@cascade/bundle';
import { startMock } from '@cascade/mock';
import { expect, onTestFinished, test } from 'vitest';
import { isExpected, readHttpFile, sendHttpFile } from './http-file.ts';

const { text = '' } = releaseFiles().find(({ path }) => path.endsWith('/cascade.http')) ?? {};
const file = readHttpFile(text);

test('the mock answers every request of the .http file as expected, twice', async () => {
  const mock = await startMock({ port: 0, log: () => {} });
  onTestFinished(() => mock.close());
  for (const run of ['first', 'second']) {
    const results = await sendHttpFile(file, { baseUrl: mock.url });
    expect(
      results.filter((result) => !isExpected(result)),
      `the ${run} run`,
    ).toEqual([]);
    expect(results.length).toBe(file.requests.length);
  }
});

test('an answer is expected only if status and title are', () => {
  const expects = '400 text-not-specified or other';
  expect(isExpected({ title: '', expects, answered: '400 other' })).toBe(true);
  expect(isExpected({ title: '', expects, answered: '401 other' })).toBe(false);
  expect(isExpected({ title: '', expects, answered: '2xx' })).toBe(false);
  expect(isExpected({ title: '', expects: '2xx', answered: '400 other' })).toBe(false);
});

test('a request without an expected answer is a fault of the file', () => {
  expect(() => readHttpFile('@a = 1\n\n### one\nPOST {{a}}\n\n{}')).toThrow('after «### one');
});
