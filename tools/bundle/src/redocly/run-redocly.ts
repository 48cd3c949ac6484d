import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Job, JobResult } from './host.ts';

const host = fileURLToPath(new URL('host.ts', import.meta.url));

let child: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command of Redocly in `folder`. All commands of this process run one by one in one other process, since to
 * start Redocly takes longer than what it is asked for. Returns its standard output.
 * @throws {Error} with Redocly's report if it fails.
 */
export async function runRedocly(args: readonly string[], folder: string): Promise<string> {
  const turn = last.then(() => runInHost({ args, folder }));
  last = turn.catch(() => {});
  const { code, out, err } = await turn;
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
  return fork(host, { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
}

/** While Redocly runs, this process waits for it; afterwards it may end, and Redocly's process ends with it. */
function hold(host: ChildProcess, isHeld: boolean): void {
  for (const one of [host, host.channel]) isHeld ? one?.ref() : one?.unref();
}
