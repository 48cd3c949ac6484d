import { fileURLToPath } from 'node:url';
import { startProgram } from '@cascade/test-kit';
import { program as ownProgram, withoutDatabase } from './run-service.ts';

/** The service in a separate process, started as an operator does. */
export interface ServiceProcess {
  /** Base URL of the API, without a trailing slash. */
  readonly url: string;
  /** Base URL of health, readiness and metrics. */
  readonly operationsUrl: string;
  /** The end of its output, both streams. */
  readonly output: string;
  readonly hasEnded: boolean;
  /** For signals beside those below. */
  readonly pid: number;
  /** Sends SIGTERM, and SIGKILL after a minute; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL; resolves once the process has ended. */
  kill(): Promise<void>;
}

export interface ServiceProcessOptions {
  /** The arguments of `cascade-service start`, such as its data folder. The ports are always free ones. */
  readonly args: readonly string[];
  /** Whether it starts with `--development`; true if absent. */
  readonly development?: boolean;
  readonly logLevel?: string;
  /** In development: refuses messages when it is behind, as without this helper; ignored beside a `--config`. */
  readonly hasBackPressure?: boolean;
  /** Added to our own environment, without its `DATABASE_URL`. */
  readonly environment?: Readonly<Record<string, string>>;
  /** `cli.ts` of another version of the service. */
  readonly program?: string | undefined;
  /** How much of the output is kept; 20,000 characters if absent. */
  readonly keptCharacters?: number;
}

/** More than it takes beside many other tests. */
const secondsToStart = 150;
const noBackPressure = fileURLToPath(new URL('no-back-pressure.yaml', import.meta.url));

/**
 * Starts the service and waits until it listens.
 * @throws {Error} with its output if it ends before that, or takes too long.
 */
export async function startServiceProcess(options: ServiceProcessOptions): Promise<ServiceProcess> {
  const {
    args,
    development = true,
    logLevel = 'warn',
    environment = {},
    keptCharacters = 20_000,
    program = ownProgram,
  } = options;
  // Another version may not know the limit.
  const isAsShipped = options.hasBackPressure === true || !development || program !== ownProgram;
  const config = isAsShipped || args.includes('--config') ? [] : ['--config', noBackPressure];
  const ports = ['--port', '0', '--operations-port', '0', '--log-level', logLevel];
  const mode = development ? ['--development'] : [];
  const child = startProgram(process.execPath, [program, 'start', ...mode, ...ports, ...config, ...args], {
    environment: withoutDatabase(environment),
    keptCharacters,
  });
  const listens = /answers at (\S+); health and metrics at (\S+)\./;
  const [, url = '', operationsUrl = ''] = await child.printed(listens, secondsToStart);
  return {
    url,
    operationsUrl,
    pid: child.process.pid ?? Number.NaN,
    get output() {
      return child.output;
    },
    get hasEnded() {
      return child.hasEnded;
    },
    stop: () => child.end(),
    async kill() {
      await child.end('SIGKILL');
    },
  };
}
