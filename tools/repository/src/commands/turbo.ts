import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json, spec/ and packages/. */
export const repositoryRoot = fileURLToPath(new URL('../../../..', import.meta.url)).replace(/\/$/, '');

/** How a turbo run ended, and all its output. */
interface TurboRun {
  readonly end: 'done' | 'failed' | 'stopped';
  /** For a command that ends with it: 0, 1, or 130 if it was stopped by Ctrl-C. */
  readonly exitCode: number;
  readonly output: string;
}

const turbo = join(
  dirname(createRequire(import.meta.url).resolve('turbo/package.json', { paths: [repositoryRoot] })),
  'bin/turbo',
);

/** Tests start hundreds of processes from TypeScript; with this cache each file is compiled once. */
const compileCache = join(repositoryRoot, 'node_modules/.cache/node-compile');

/** Two tasks for each core: tests wait for processes, timers and disks a good part of their time. */
const concurrency = availableParallelism() * 2;

/**
 * Runs turbo tasks at the root of the repository, with these variables beside ours. Ctrl-C or SIGTERM stops
 * the tasks; a second one ends this process.
 */
export function runTurbo(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<TurboRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [turbo, 'run', ...args, '--ui=stream', `--concurrency=${concurrency}`],
      {
        cwd: repositoryRoot,
        env: {
          NODE_COMPILE_CACHE: compileCache,
          ...process.env,
          ...environment,
          TURBO_TELEMETRY_DISABLED: '1',
          NO_COLOR: '1',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const chunks: string[] = [];
    const take = (chunk: Buffer) => chunks.push(chunk.toString());
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.once('error', reject);
    let isStopped = false;
    const stop = (signal: NodeJS.Signals) => {
      isStopped = true;
      child.kill(signal);
    };
    process.once('SIGINT', stop).once('SIGTERM', stop);
    child.once('close', (code) => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      const output = chunks.join('');
      if (isStopped) return resolve({ end: 'stopped', exitCode: 130, output });
      return resolve(
        code === 0 ? { end: 'done', exitCode: 0, output } : { end: 'failed', exitCode: 1, output },
      );
    });
  });
}
