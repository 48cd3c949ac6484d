import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startMock } from '@cascade/mock';
import { expect, onTestFinished, test } from 'vitest';
import { clientCodeOf } from './client-code.ts';

const reports = fileURLToPath(new URL('../../reports', import.meta.url));
const draft = {
  method: 'POST',
  path: '/api/cascade/schedule',
  key: 'demo-key',
  headers: '',
  body: JSON.stringify({
    cascadeId: 2002,
    subscriberFilter: { address: '+12025550100', type: 'PHONE' },
    content: { smsContent: { contentType: 'TEXT', text: 'it`s "quoted" \\ and \'single\'' } },
  }),
};

test('the program runs unchanged', async () => {
  const mock = await startMock({ port: 0 });
  // Below this package, so that Node resolves the import.
  mkdirSync(reports, { recursive: true });
  const folder = mkdtempSync(join(reports, 'client-code-'));
  onTestFinished(async () => {
    rmSync(folder, { recursive: true });
    await mock.close();
  });
  const file = join(folder, 'program.ts');
  writeFileSync(file, clientCodeOf(draft, mock.url));
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [file], { env: { CASCADE_API_KEY: 'demo-key' } });
  expect(stdout).toMatch(/requestId: '[0-9a-f-]{36}'/);
});

test('a method without a call, or a body that is not JSON, gives a comment', () => {
  expect(clientCodeOf({ ...draft, method: 'PUT' }, 'http://h')).toContain('no call for PUT');
  expect(clientCodeOf({ ...draft, body: '{' }, 'http://h')).toContain('not JSON');
});
