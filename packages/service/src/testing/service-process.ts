import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../cli.ts', import.meta.url));

/** A service in a process of its own, as an operator starts it. */
export interface ServiceProcess {
  /** Base address of the API, without a slash at the end. */
  readonly url: string;
  /** Base address of health, readiness and metrics. */
  readonly operationsUrl: string;
  /** The last that it has said on either stream. */
  readonly lastWords: string;
  readonly hasEnded: boolean;
  /** As an operator does it; answers the exit code. */
  stop(): Promise<number | null>;
  /** `kill -9`: it has no chance to finish anything. Comes back when it is gone. */
  kill(): Promise<void>;
}

export interface ServiceProcessOptions {
  /** Where its data is, and whatever else follows `cascade-service start`. The ports are free ones anyway. */
  readonly args: readonly string[];
  readonly logLevel?: string;
  /** Comes before what we have in our own environment; `DATABASE_URL` is never handed down. */
  readonly environment?: Readonly<Record<string, string>>;
}

const patience = { start: 20_000, stop: 20_000 } as const; // 20 seconds each
const keptCharacters = 20_000;

type Child = ChildProcessByStdio<null, Readable, Readable>;

/**
 * Starts the service and waits until it answers.
 * @throws with its last words if it ends before that, or takes too long.
 */
export async function startServiceProcess(options: ServiceProcessOptions): Promise<ServiceProcess> {
  const { args, logLevel = 'warn', environment = {} } = options;
  const { DATABASE_URL: _, ...inherited } = process.env;
  const ports = ['--port', '0', '--operations-port', '0', '--log-level', logLevel];
  const child = spawn(process.execPath, [program, 'start', '--development', ...ports, ...args], {
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const words = listen(child);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await exited;
  };
  const found = await announced(child, words).catch(async (error: unknown) => {
    await end('SIGKILL');
    throw error;
  });
  return {
    ...found,
    get lastWords() {
      return words.last;
    },
    get hasEnded() {
      return hasEnded(child);
    },
    async stop() {
      const tooSlow = setTimeout(() => child.kill('SIGKILL'), patience.stop);
      await end('SIGTERM');
      clearTimeout(tooSlow);
      return child.exitCode;
    },
    kill: () => end('SIGKILL'),
  };
}

interface Words {
  last: string;
}

function listen(child: Child): Words {
  const words: Words = { last: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      words.last = (words.last + text).slice(-keptCharacters);
    });
  }
  return words;
}

/** Where it says that it answers. */
function announced(child: Child, words: Words): Promise<{ url: string; operationsUrl: string }> {
  return new Promise((resolve, reject) => {
    const give = (what: string) => reject(new Error(`the service ${what}:\n${words.last}`));
    const timer = setTimeout(() => give('does not come up'), patience.start);
    child.once('close', () => give('ended before it answered'));
    child.stderr.on('data', () => {
      const [, url, operationsUrl] = /answers at (\S+); health and metrics at (\S+)\./.exec(words.last) ?? [];
      if (url === undefined || operationsUrl === undefined) return;
      clearTimeout(timer);
      resolve({ url, operationsUrl });
    });
  });
}

function hasEnded({ exitCode, signalCode }: Child): boolean {
  return exitCode !== null || signalCode !== null;
}
