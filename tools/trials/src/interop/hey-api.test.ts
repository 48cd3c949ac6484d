import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { descriptions } from './inputs.ts';
import { withProvider } from './provider.ts';
import { absentTool } from './run-command.ts';
import { heyApi } from './tools/hey-api.ts';
import { tryTool } from './try-tool.ts';

/** This package has the generator, the compiler and the types of Node where `npm run interop` installs them. */
const home = fileURLToPath(new URL('../../', import.meta.url));

const absent = await absentTool(heyApi.needs);

test('npm test and npm run interop try the same version', () => {
  const { version } = createRequire(import.meta.url)('@hey-api/openapi-ts/package.json');
  expect(version).toBe(heyApi.version);
});

// They wait for the generator and the compiler, which are processes of their own.
test.skipIf(absent !== undefined).concurrent.each(Object.entries(descriptions.openapi))(
  'a client generated from the description "%s" compiles and passes every step',
  async (_, description) => {
    const folder = await mkdtemp(join(tmpdir(), 'interop-'));
    try {
      const { steps, ...attempt } = await withProvider((all) =>
        tryTool(heyApi, { home, folder, description }, all),
      );
      expect(attempt).toEqual({ generates: true, compiles: true, passed: steps, failures: [] });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  300_000,
);
