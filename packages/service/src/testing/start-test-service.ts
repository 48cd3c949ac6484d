import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProgram } from '@cascade/repository/test-kit';
import { readAccountsFile } from '../accounts/file/read-accounts-file.ts';
import type { DeclaredAccount } from '../generated/declared-accounts.ts';
import { silent } from '../log.ts';
import { openService } from '../open-service.ts';
import type { RunningService, ServiceOptions } from '../service-options.ts';
import { declare } from './declare.ts';
import { furnishDataFolder } from './furnish-data-folder.ts';
import { program as ownProgram, withoutDatabase } from './run-service.ts';

export { anAccount, demoAccounts, readDemoAccounts, signedAccounts } from './declare.ts';

interface Start {
  /** Its URL, or a data folder. If absent, a new data folder, which is removed when the service has ended. */
  readonly database?: string | { readonly dataFolder: string };
  /** Those of a file, or those that it would declare; none if absent. */
  readonly accounts?: string | readonly DeclaredAccount[];
}

/** In this process. */
export interface HereOptions extends Start {
  readonly where?: 'here';
  /**
   * If it says nothing else: free ports, callbacks to loopback, no log, and no back-pressure, by which a busy
   * machine refuses messages.
   */
  readonly config?: Partial<ServiceOptions>;
}

/** In a process of its own, as an operator starts it. Its ports are always free ones. */
export interface ProcessOptions extends Start {
  readonly where: 'process';
  /** The path of a service file, or what it says. */
  readonly config?: string | object;
  /** Whether it starts with `--development`; true if absent. */
  readonly development?: boolean;
  readonly logLevel?: string;
  /**
   * In development: refuses messages when it is behind, as without this helper; ignored beside a `config`.
   */
  readonly hasBackPressure?: boolean;
  /** Added to our own environment, without its `DATABASE_URL`. */
  readonly environment?: Readonly<Record<string, string>>;
  /** `cli.ts` of another version of the service. */
  readonly program?: string | undefined;
  /** How much of the output is kept; 20,000 characters if absent. */
  readonly keptCharacters?: number;
}

/** The service in a separate process. */
export interface ServiceProcess {
  /** Base URL of the API, without a trailing slash. */
  readonly url: string;
  /** Base URL of health, readiness and metrics. */
  readonly operationsUrl: string;
  /** Undefined if its database has a URL. */
  readonly dataFolder: string | undefined;
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

/**
 * The service for tests, benchmarks and `npm start`: in this process if nothing else is said. Resolves when
 * it listens.
 * @throws {Error} if it cannot start; a process gives its output, or takes too long.
 */
export async function startTestService(options: ProcessOptions): Promise<ServiceProcess>;
export async function startTestService(options?: HereOptions): Promise<RunningService>;
export async function startTestService(
  options: HereOptions | ProcessOptions = {},
): Promise<RunningService | ServiceProcess> {
  const { database = await newDataFolder() } = options;
  const remove = async () => {
    if (options.database === undefined && typeof database !== 'string')
      await rm(database.dataFolder, { recursive: true, force: true, maxRetries: 10 });
  };
  try {
    return options.where === 'process'
      ? await startElsewhere({ ...options, database }, remove)
      : await startHere({ ...options, database }, remove);
  } catch (error) {
    await remove();
    throw error;
  }
}

type Placed<Options extends Start> = Options & Required<Pick<Start, 'database'>>;

async function newDataFolder(): Promise<{ readonly dataFolder: string }> {
  // Its server makes it, because it may run as another user than this process.
  const dataFolder = join(tmpdir(), `cascade-service-${randomUUID()}`);
  await furnishDataFolder(dataFolder);
  return { dataFolder };
}

async function startHere(
  { database, accounts, config }: Placed<HereOptions>,
  remove: () => Promise<void>,
): Promise<RunningService> {
  const service = await openService({
    ...(typeof database === 'string' ? { databaseUrl: database } : database),
    ...(accounts !== undefined && {
      accounts: typeof accounts === 'string' ? await readAccountsFile(accounts) : declare(...accounts),
    }),
    port: 0,
    operationsPort: 0,
    allowLoopback: true,
    log: silent,
    lagSeconds: 3_600,
    ...config,
  });
  return { ...service, close: () => service.close().finally(remove) };
}

/** More than it takes beside many other tests. */
const secondsToStart = 150;
const noBackPressure = fileURLToPath(new URL('no-back-pressure.yaml', import.meta.url));

async function startElsewhere(
  options: Placed<ProcessOptions>,
  remove: () => Promise<void>,
): Promise<ServiceProcess> {
  const { database, program = ownProgram, development = true, logLevel = 'warn' } = options;
  const { accounts, config, environment, keptCharacters = 20_000 } = options;
  // Another version may not know the limit.
  const isAsShipped = options.hasBackPressure === true || !development || program !== ownProgram;
  const files = await writeFiles({
    '--accounts': typeof accounts === 'object' ? { accounts } : accounts,
    '--config': config ?? (isAsShipped ? undefined : noBackPressure),
  });
  const args = [
    'start',
    '--port',
    '0',
    '--operations-port',
    '0',
    '--log-level',
    logLevel,
    ...(development ? ['--development'] : []),
    ...(typeof database === 'string' ? [] : ['--data', database.dataFolder]),
    ...files.args,
  ];
  const child = startProgram(process.execPath, [program, ...args], {
    environment: withoutDatabase({
      ...environment,
      ...(typeof database === 'string' && { DATABASE_URL: database }),
    }),
    keptCharacters,
  });
  const listens = /answers at (\S+); health and metrics at (\S+)\./;
  const [, url = '', operationsUrl = ''] = await child.printed(listens, secondsToStart).finally(files.remove);
  const end = (signal?: 'SIGKILL') => child.end(signal).finally(remove);
  return {
    url,
    operationsUrl,
    dataFolder: typeof database === 'string' ? undefined : database.dataFolder,
    pid: child.process.pid ?? Number.NaN,
    get output() {
      return child.output;
    },
    get hasEnded() {
      return child.hasEnded;
    },
    stop: () => end(),
    async kill() {
      await end('SIGKILL');
    },
  };
}

/**
 * Arguments that name files, which a service reads at its start. An object is written first: JSON is YAML.
 */
async function writeFiles(contents: Readonly<Record<string, string | object | undefined>>) {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-files-'));
  const args: string[] = [];
  for (const [option, content] of Object.entries(contents)) {
    if (content === undefined) continue;
    const path = typeof content === 'string' ? content : join(folder, `${option.slice(2)}.yaml`);
    if (typeof content !== 'string') await writeFile(path, JSON.stringify(content));
    args.push(option, path);
  }
  return { args, remove: () => rm(folder, { recursive: true, force: true }) };
}
