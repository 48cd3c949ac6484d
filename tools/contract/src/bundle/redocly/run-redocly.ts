import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtempDisposable, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Job, JobResult } from './host.ts';

const host = fileURLToPath(new URL('host.ts', import.meta.url));

let child: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command of Redocly in `folder`. All commands of this process run one by one in one other process,
 * since to start Redocly takes longer than what it is asked for.
 */
export async function redoclyResult(args: readonly string[], folder: string): Promise<JobResult> {
  const turn = last.then(() => runInHost({ args, folder }));
  last = turn.catch(() => {});
  return await turn;
}

/** The same; returns its standard output. @throws {Error} with Redocly's report if it fails. */
export async function runRedocly(args: readonly string[], folder: string): Promise<string> {
  const { code, out, err } = await redoclyResult(args, folder);
  if (code !== 0) throw new Error(`${out}${err}`.trim());
  return out;
}

async function runInHost(job: Job): Promise<JobResult> {
  child ??= startHost();
  const host = child;
  hold(host, true);
  const stopped = new AbortController();
  const { signal } = stopped;
  try {
    host.send(job);
    return await Promise.race([
      once(host, 'message', { signal }).then(([result]) => result as JobResult),
      once(host, 'exit', { signal }).then(([code, name]) => {
        child = undefined;
        throw new Error(`Redocly ended with ${code ?? name}`);
      }),
    ]);
  } finally {
    stopped.abort();
    hold(host, false);
  }
}

function startHost(): ChildProcess {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off' };
  return fork(host, { env, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
}

/**
 * While Redocly runs, this process waits for it; afterwards it may end, and Redocly's process ends with it.
 */
function hold(host: ChildProcess, isHeld: boolean): void {
  for (const one of [host, host.channel]) isHeld ? one?.ref() : one?.unref();
}

/** A command of Redocly that writes one file. */
interface WritingCommand {
  /** Its words, without the place of what it writes. */
  readonly args: readonly string[];
  readonly format: 'yaml' | 'json' | 'html';
  /** Where it runs; if absent, in a folder of its own that has these files, by name. */
  readonly folder?: string;
  readonly files?: Readonly<Record<string, string>>;
}

/** What a command of Redocly writes. @throws {Error} with Redocly's report if it fails. */
export async function redoclyOutput({ args, format, folder, files = {} }: WritingCommand): Promise<string> {
  await using scratch = await mkdtempDisposable(join(tmpdir(), 'cascade-redocly-'));
  const output = join(scratch.path, `output.${format}`);
  for (const [name, text] of Object.entries(files)) await writeFile(join(scratch.path, name), text);
  await runRedocly([...args, `--output=${output}`], folder ?? scratch.path);
  return await readFile(output, 'utf8');
}

const version = createRequire(import.meta.url).resolve('@redocly/cli/package.json');
const cache = fileURLToPath(new URL('../../../node_modules/.cache/redocly', import.meta.url));

/** The same, kept under the hash of its files and of what else it reads: Redocly takes its time. */
export async function redoclyOnce(
  command: WritingCommand,
  inputs: readonly (string | Uint8Array)[] = [],
): Promise<string> {
  const { args, files = {} } = command;
  const hash = createHash('sha256').update(await readFile(version));
  for (const input of [args[0] ?? '', ...Object.values(files), ...inputs]) hash.update(input).update('\n');
  const kept = join(cache, hash.digest('hex'));
  return readFile(kept, 'utf8').catch(async () => {
    const output = await redoclyOutput(command);
    await mkdir(cache, { recursive: true });
    // Others may read meanwhile: a rename never leaves a half-written file.
    const unfinished = `${kept}.${process.pid}`;
    await writeFile(unfinished, output);
    await rename(unfinished, kept);
    return output;
  });
}
