import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from '@cascade/repository/test-kit';
import { expect, onTestFinished, test } from 'vitest';

const folder = fileURLToPath(new URL('..', import.meta.url));
const text = readFileSync(join(folder, 'FIXTURES.md'), 'utf8');

/** The files that the section of a tool prints. */
const filesOf = (tool: string) => {
  const [, section = ''] = new RegExp(`\n## ${tool}\n([\\s\\S]*?)(?=\n## |$)`).exec(text) ?? [];
  const blocks = section.matchAll(/^`([\w.]+)`.*:\n\n```\w+\n([\s\S]*?)```/gm);
  return [...blocks].map(([, name = '', code = '']) => ({ name, code }));
};

/** Writes them into the package, which finds itself by its name, with its command where npm puts it. */
async function project(tool: string): Promise<string> {
  mkdirSync(join(folder, 'reports'), { recursive: true });
  const made = mkdtempSync(join(folder, 'reports/fixture-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  const port = String(await freePort());
  for (const { name, code } of filesOf(tool)) writeFileSync(join(made, name), code.replaceAll('4010', port));
  const command = join(made, 'node_modules/.bin/cascade-mock');
  mkdirSync(dirname(command), { recursive: true });
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${join(folder, 'src/cli.ts')}' "$@"\n`);
  chmodSync(command, 0o755);
  return made;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = Object(server.address());
  await new Promise((closed) => server.close(closed));
  return port;
}

/** The program of an installed package; nothing if it is absent. */
function programOf(name: string, path: string): string | undefined {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), path);
  } catch {
    return undefined;
  }
}

const unless = (isThere: boolean, tool: string) => (isThere ? '' : ` (skipped: there is no ${tool})`);

/** Milliseconds: their own limits of some seconds are too few on a busy machine. */
const patience = '60000';

const tools = [
  {
    tool: 'Vitest',
    program: programOf('vitest', 'vitest.mjs'),
    args: ['run', '--root', '.', '--testTimeout', patience, '--hookTimeout', patience],
  },
  {
    tool: 'Jest',
    program: programOf('jest', 'bin/jest.js'),
    args: ['--rootDir', '.', '--testTimeout', patience],
  },
  {
    tool: 'Playwright',
    program: programOf('@playwright/test', 'cli.js'),
    args: ['test', '--output', 'results', '--timeout', patience],
  },
];

for (const { tool, program, args } of tools)
  test.skipIf(program === undefined)(
    `the fixture for ${tool} runs as printed${unless(program !== undefined, tool)}`,
    { timeout: 120_000 },
    async () => {
      const cwd = await project(tool);
      const ended = await runProgram(process.execPath, [program ?? '', ...args], { cwd });
      expect(ended).toEqual({ ...ended, code: 0 });
    },
  );

const { status } = spawnSync('python3', ['-m', 'pytest', '--version']);

test.skipIf(status !== 0)(
  `the fixture for pytest runs as printed${unless(status === 0, 'pytest')}`,
  { timeout: 120_000 },
  async () => {
    const cwd = await project('pytest');
    const args = ['-B', '-m', 'pytest', '-q', '-p', 'no:cacheprovider', '.'];
    const ended = await runProgram('python3', args, { cwd });
    expect(ended).toEqual({ ...ended, code: 0 });
  },
);

test.each([...tools.map(({ tool }) => tool), 'pytest'])(
  'the fixture for %s has at most ten lines',
  (tool) => {
    const fixture = filesOf(tool).filter(({ name }) =>
      /^(?:cascade\.|conftest|playwright\.config)/.test(name),
    );
    expect(fixture.length).toBeGreaterThan(0);
    const lines = fixture.flatMap(({ code }) => code.split('\n').filter((line) => line !== ''));
    expect(lines.length).toBeLessThanOrEqual(10);
  },
);
