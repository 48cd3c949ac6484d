import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../cli.ts', import.meta.url));

/** The service in a separate process, started as an operator does. */
export interface ServiceProcess {
  /** Base URL of the API, without a trailing slash. */
  readonly url: string;
  /** Base URL of health, readiness and metrics. */
  readonly operationsUrl: string;
  /** The end of its output, of both streams. */
  readonly lastWords: string;
  readonly hasEnded: boolean;
  /** Stops it as an operator does; resolves to the exit code. */
  stop(): Promise<number | null>;
  /** `kill -9`, so that it cannot finish anything; resolves when the process has ended. */
  kill(): Promise<void>;
}

export interface ServiceProcessOptions {
  /** Arguments of `cascade-service start`, such as its data folder. It always gets free ports. */
  readonly args: readonly string[];
  readonly logLevel?: string;
  /** Overrides our own environment; `DATABASE_URL` is never inherited. */
  readonly environment?: Readonly<Record<string, string>>;
}

const patience = { start: 20_000, stop: 20_000 } as const; // 20 seconds each
const keptCharacters = 20_000;

type Child = ChildProcessByStdio<null, Readable, Readable>;

/**
 * Starts the service and resolves when it answers.
 * @throws with its output if it ends before that, or takes too long.
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
