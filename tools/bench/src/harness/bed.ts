import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerBehindProxy, startServerBehindProxy } from '@cascade/service/bench';
import { type ProcessOptions, type ServiceProcess, startTestService } from '@cascade/service/testing';
import { accountsFile, type LoadAccount } from './accounts.ts';
import { type CountingGateway, type GatewayOptions, startGateway } from './gateway.ts';

type Values = Readonly<Record<string, string | number>>;

/** A template with the values in the places of its `{names}`; others stay. */
export function fillIn(template: string, values: Values): string {
  return template.replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all));
}

/** Files and processes of a run, which end with it: the latest first. */
export interface Bed {
  /** Every user may read it. */
  readonly folder: string;
  /** The database of a service without `databaseUrl`. */
  readonly dataFolder: string;
  /** Ends something that has been started, when the run ends. */
  use<One>(one: One, end: (one: One) => unknown): One;
  /** Ends what has a `close`. */
  closing<One extends { close(): unknown }>(one: One): One;
  /** Writes a file of the folder, an object as JSON, which is YAML; resolves to its path. */
  write(name: string, content: string | object): Promise<string>;
  /** The same from a template, whose `{names}` are replaced. */
  fill(name: string, template: URL, values: Values): Promise<string>;
  /** Its judgement fails the proof of the run. */
  gateway(options?: GatewayOptions): Promise<CountingGateway>;
  service(options: BedService): Promise<ServiceProcess>;
  /** An embedded PostgreSQL behind a proxy, with these settings beside the usual ones. */
  server(settings?: Readonly<Record<string, string>>): Promise<ServerBehindProxy>;
  /** The proof of the run fails. */
  fail(): void;
}

/** How a service is started. It logs errors alone if no level is given. */
export interface BedService extends Omit<ProcessOptions, 'where' | 'database' | 'accounts' | 'config'> {
  readonly accounts?: readonly LoadAccount[];
  /** Its channels end there; they are simulated if absent. */
  readonly gateway?: CountingGateway;
  /** The service starts its own PostgreSQL if absent. */
  readonly databaseUrl?: string;
  /** The service file. */
  readonly config?: object;
}

/** Runs work with a bed of its own. @param fail Called if what is to be proven does not hold. */
export async function withBed<Result>(work: (bed: Bed) => Promise<Result>, fail = () => {}): Promise<Result> {
  const ends = new AsyncDisposableStack();
  try {
    const result = await work(await makeBed(ends, fail));
    await ends.disposeAsync();
    return result;
  } catch (error) {
    // What fails at the end would hide what failed first.
    await ends.disposeAsync().catch(() => {});
    throw error;
  }
}

async function makeBed(ends: AsyncDisposableStack, fail: () => void): Promise<Bed> {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-bench-'));
  // The database server makes it, because it may run as another user than this process.
  const dataFolder = `${folder}-data`;
  await chmod(folder, 0o755);
  for (const path of [folder, dataFolder])
    ends.defer(() => rm(path, { recursive: true, force: true, maxRetries: 10 }));
  /** One file for the same accounts: replicas share it. */
  const accountsFiles = new Map<readonly LoadAccount[], Promise<string>>();
  const accountsFileOf = (accounts: readonly LoadAccount[]) => {
    const name = `accounts-${accountsFiles.size + 1}.yaml`;
    const path = accountsFiles.get(accounts) ?? bed.write(name, accountsFile(accounts));
    accountsFiles.set(accounts, path);
    return path;
  };
  const bed: Bed = {
    folder,
    dataFolder,
    use: (one, end) => ends.adopt(one, async () => void (await end(one))),
    closing: (one) => bed.use(one, () => one.close()),
    async write(name, content) {
      const path = join(folder, name);
      await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
      return path;
    },
    fill: async (name, template, values) => bed.write(name, fillIn(await readFile(template, 'utf8'), values)),
    gateway: async (options) => bed.closing(await startGateway(options, fail)),
    server: async (settings) => bed.use(await startServerBehindProxy(settings), (one) => one.remove()),
    fail,
    async service({ accounts, gateway, databaseUrl, ...rest }) {
      const options: ProcessOptions = {
        where: 'process',
        logLevel: 'error',
        ...rest,
        database: databaseUrl ?? { dataFolder },
        ...(accounts !== undefined && { accounts: await accountsFileOf(accounts) }),
      };
      const service = await (gateway?.startService(options) ?? startTestService(options));
      return bed.use(service, () => service.stop());
    },
  };
  return bed;
}
