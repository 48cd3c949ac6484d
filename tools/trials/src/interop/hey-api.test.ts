import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { descriptions } from './inputs.ts';
import { withProvider } from './round-trip.ts';
import { absentTool, type Command, runAll } from './run-command.ts';
import { commandsOf, tools } from './tables.ts';
import { generateClient, runSteps } from './try-tool.ts';

/**
 * This package has the generator, the compiler and the types of Node where `npm run trials -- interop`
 * installs them.
 */
const home = fileURLToPath(new URL('../../', import.meta.url));

const heyApi = tools.find(({ name }) => name === '@hey-api/openapi-ts');
if (heyApi === undefined) throw new Error('expected the generator in tools.yaml');

const absent = await absentTool(commandsOf(heyApi.needs));

/** By what the page calls them, with the folder of each. */
const variants = Object.entries(descriptions.openapi).map(([name, description], index) => ({
  name,
  description,
  place: `client-${index}`,
}));

test('npm test and npm run trials -- interop try the same version', () => {
  const { version } = createRequire(import.meta.url)('@hey-api/openapi-ts/package.json');
  expect(version).toBe(heyApi.version);
});

describe.skipIf(absent !== undefined)('a client generated from the description', () => {
  let folder: string;
  let faults: readonly (string | undefined)[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'interop-'));
    await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }');
    const generated = variants.map(({ description, place }) =>
      generateClient(heyApi, { home, folder: join(folder, place), description, flags: true }),
    );
    faults = await Promise.all(generated);
    // All at once, as the compiler takes longer to read the libraries than the clients.
    const programs = variants.map(({ place }) => `${folder}/${place}/main.ts`);
    const commands = commandsOf(heyApi.compile, { home, folder }).map(([program, ...args]): Command => {
      return [program, ...args.flatMap((arg) => (arg === `${folder}/main.ts` ? programs : [arg]))];
    });
    faults = [...faults, await runAll(commands, folder)];
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('compiles, of every description', () => {
    expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
  });

  test.each(variants)('"$name" passes every step', async ({ place }) => {
    const { steps, ...taken } = await withProvider(async (all) => {
      const program = join(folder, 'js', place, 'main.js');
      return {
        steps: all.length,
        ...(await runSteps((file) => [process.execPath, program, file], join(folder, place), all)),
      };
    });
    expect(taken).toEqual({ passed: steps, failures: [] });
  });
});
