import { spawnSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repositoryRoot } from '@cascade/contract';
import { type Child, freePort, runShell, startShell } from '@cascade/repository/test-kit';
import { expect, vi } from 'vitest';
import type { Guide } from '../../src/guides/guides.ts';
import { goInHaste } from './interpreters.ts';

const patience = { timeout: 180_000, interval: 50 };
const reports = fileURLToPath(new URL('../../reports', import.meta.url));

type CodeBlock = Guide['blocks'][number];

/**
 * The ports in the guides: mock, API, operations, receiver, the provider in Python. Each run replaces them
 * with free ones.
 */
const ports = ['4010', '4012', '4013', '3000', '4020'];

/** How a program of a guide says that a server took too long for it. */
const tooSlow = /no whole answer in \d+ milliseconds|no callback within \d+ s/;
const mostTries = 10;

/**
 * Runs the code blocks of a guide in order and compares what they print; `…` in an output matches anything.
 * Only ports and the folder for files are replaced. Blocks whose program is not installed are left out.
 * A guide whose program gave up waiting cannot be judged on a machine this busy: that is said, and it is run
 * again. Returns the number of outputs compared.
 */
export async function runGuide(guide: Pick<Guide, 'blocks'>): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await runOnce(guide);
    } catch (error) {
      const [gaveUp] = tooSlow.exec(String(error)) ?? [];
      if (gaveUp === undefined || tries === mostTries) throw error;
      process.stdout.write(`cannot be judged on a machine this busy (${gaveUp}); run again\n`);
    }
  }
}

async function runOnce({ blocks }: Pick<Guide, 'blocks'>): Promise<number> {
  const place = await makePlace();
  const servers: Child[] = [];
  let printed = '';
  let compared = 0;
  try {
    for (const block of blocks.filter(canRun)) {
      if (block.use === 'serve') servers.push(await serve(block, place));
      if (block.use === 'run') printed = await runShell(await commandOf(block, place), repositoryRoot);
      if (block.use === 'sample') await runSample(block, place);
      if (block.use !== 'output') continue;
      expect(place.asPrinted(withoutProgress(printed)).trim()).toMatch(patternOf(block.text));
      compared += 1;
    }
  } finally {
    await Promise.all(servers.map((server) => server.end()));
    await place.remove();
  }
  return compared;
}

/** Whether the program is installed that a block needs. */
export function canRun({ needs }: CodeBlock): boolean {
  if (needs === undefined) return true;
  const here = installed.get(needs) ?? isInstalled(needs);
  installed.set(needs, here);
  return here;
}

const installed = new Map<string, boolean>();

/** What shows that a program of a guide can run, if it needs more than the program of this name. */
const probes: Readonly<Record<string, string>> = {
  // Its extension for curl.
  php: `php -r 'exit(function_exists("curl_init") ? 0 : 1);'`,
  // The packages that the kit depends on, of which no test installs any.
  'python-kit': 'PYTHONPATH=packages/kits/python python3 -B -c "import cascade_kit"',
  'go-kit': 'GOPROXY=off go -C packages/kits/go list -deps .',
};

function isInstalled(program: string): boolean {
  const probe = probes[program] ?? `command -v ${program}`;
  const { status } = spawnSync('sh', ['-c', probe], { cwd: repositoryRoot, timeout: 60_000 });
  if (status !== 0) process.stdout.write(`skipped in the guides: what needs ${program}, which is not here\n`);
  return status === 0;
}

const commands: Readonly<Record<string, string>> = {
  sh: 'sh',
  ts: 'node',
  python: 'python3',
  // As the other samples, so that its library is compiled once.
  go: `go run '${goInHaste}'`,
  java: 'java',
  php: 'php',
};

/** Runs one sample with a request id of its own, which the answer has to repeat. */
async function runSample({ language, text }: CodeBlock, place: Place): Promise<void> {
  const requestId = crypto.randomUUID();
  const file = join(place.folder, `sample.${language}`);
  await writeFile(file, place.here(text.replace(uuid, requestId)));
  const printed = await runShell(`${commands[language]} '${file}'`, place.folder);
  expect(printed, language).toContain(requestId);
  expect(printed, language).not.toContain('"title"');
}

const uuid = /[0-9a-f]{8}-[0-9a-f-]{27}/;

interface Place {
  readonly folder: string;
  readonly portOf: ReadonlyMap<string, number>;
  /** Replaces the addresses of the guide with those of this run; `asPrinted` does the reverse. */
  here(text: string): string;
  asPrinted(text: string): string;
  remove(): Promise<void>;
}

async function makePlace(): Promise<Place> {
  const name = crypto.randomUUID().slice(0, 8);
  // Below this package, so that Node resolves `@cascade/…`. The data is outside: PostgreSQL may run as
  // another user.
  const folder = join(reports, `guide-${name}`);
  const data = join(tmpdir(), `cascade-guide-${name}`);
  await mkdir(folder, { recursive: true });
  const portOf = new Map<string, number>();
  for (const port of ports) portOf.set(port, await freePort());
  const pairs = [
    ['/tmp/cascade-data', data] as const,
    ['/tmp/', `${folder}/`] as const,
    ...[...portOf].map(([port, free]) => [`127.0.0.1:${port}`, `127.0.0.1:${free}`] as const),
    ...[...portOf].map(([port, free]) => [`listen(${port},`, `listen(${free},`] as const),
  ];
  return {
    folder,
    portOf,
    here: (text) => replaceAtOnce(text, pairs),
    asPrinted: (text) =>
      replaceAtOnce(
        text,
        pairs.map(([printed, real]) => [real, printed]),
      ),
    async remove() {
      await rm(folder, { recursive: true, force: true });
      await rm(data, { recursive: true, force: true });
    },
  };
}

/**
 * Replaces in one pass, so that an inserted port is not replaced again if it begins like one of the guide.
 */
export function replaceAtOnce(text: string, pairs: readonly (readonly [string, string])[]): string {
  const found = new RegExp(pairs.map(([from]) => `${escaped(from)}(?!\\d)`).join('|'), 'g');
  const to = new Map(pairs);
  return text.replace(found, (one) => to.get(one) ?? one);
}

async function serve(block: CodeBlock, place: Place): Promise<Child> {
  const command = await commandOf(block, place);
  const [port, more] = serverOptions(command, place);
  const running = startShell(`${command}${more}`, repositoryRoot);
  try {
    await vi.waitFor(async () => {
      // Waiting on would not help.
      if (!running.hasEnded) await fetch(`http://127.0.0.1:${port}/`);
    }, patience);
    if (running.hasEnded) throw new Error('it ended');
  } catch (error) {
    await running.end();
    throw new Error(`does not answer: ${command}\n${running.output}`, { cause: error });
  }
  return running;
}

/** The port to wait for, and the options that make our servers listen there. */
function serverOptions(command: string, { portOf, here }: Place): readonly [number | undefined, string] {
  const [mock, api, operations, receiver, python] = ports.map((port) => portOf.get(port));
  if (command.includes('mock/src/cli.ts')) return [mock, ` --port ${mock}`];
  if (command.includes('provider.py')) return [python, ` --port ${python}`];
  if (!command.includes('service/src/cli.ts')) return [receiver, ''];
  const data = command.includes('--data') ? '' : here(' --data /tmp/cascade-data');
  return [api, ` --port ${api} --operations-port ${operations}${data}`];
}

async function commandOf({ language, file, text, fails }: CodeBlock, place: Place): Promise<string> {
  if (language === 'sh') return place.here(fails ? `! (\n${text}\n)` : `set -e\n${text}`);
  const path = join(place.folder, file ?? 'program.ts');
  await writeFile(path, place.here(text));
  return `node '${path}'`;
}

/** The verifier reports how far it is every ten seconds, which only a busy machine needs for a guide. */
function withoutProgress(printed: string): string {
  return printed.replaceAll(/^… \d+ %.*\n/gm, '');
}

/** `…` matches anything, line breaks included. */
function patternOf(expected: string): RegExp {
  const parts = expected.trim().split('…').map(escaped);
  return new RegExp(`^${parts.join('[^]*?')}$`);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
