import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { mock, service } from './ours.ts';
import { bareFastify, bareNode, bareServer, prism } from './peers.ts';
import { type Memory, memoryOf, processorSeconds, serverOf } from './processes.ts';
import { type Running, type StartCost, start } from './subject.ts';

/** Where the programs are installed. */
export interface Installed {
  readonly service: string;
  readonly mock: string;
  /** The mock of another version. */
  readonly mockBefore: string | undefined;
  /** Prism's command; absent if it could not be installed. */
  readonly prism: string | undefined;
}

/** What one version of the service costs once. */
export interface ServiceCost {
  readonly startOnNewStore: StartCost & { readonly processorOfPostgres: number };
  readonly startOnExistingStore: StartCost & { readonly processorOfPostgres: number };
  readonly startOfSecondReplica: StartCost;
  readonly idle: Memory;
  readonly idleProcessorPercent: number;
  readonly idlePostgres: Memory & { readonly processes: number; readonly processorPercent: number };
}

/** What a program without a database costs once. */
export interface ProgramCost {
  readonly start: StartCost;
  readonly idle: Memory;
}

/** Measures one version of the service on a new data folder, which is deleted. */
export async function measureService(folder: string, idleSeconds: number): Promise<ServiceCost> {
  const parent = await mkdtemp(join(tmpdir(), 'cascade-cost-'));
  // The server runs as another user than root, and makes its folder itself.
  const dataFolder = join(parent, 'data');
  await chmod(parent, 0o755);
  try {
    const first = await start(await service(folder, dataFolder));
    const startOnNewStore = { ...first.start, processorOfPostgres: serverProcessor(dataFolder) };
    await first.stop();
    const again = await start(await service(folder, dataFolder));
    const startOnExistingStore = { ...again.start, processorOfPostgres: serverProcessor(dataFolder) };
    const idle = await measureIdle(again, dataFolder, idleSeconds);
    const second = await start(await service(folder, dataFolder));
    await second.stop();
    await again.stop();
    return { startOnNewStore, startOnExistingStore, startOfSecondReplica: second.start, ...idle };
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}

async function measureIdle(
  running: Running,
  dataFolder: string,
  seconds: number,
): Promise<Pick<ServiceCost, 'idle' | 'idleProcessorPercent' | 'idlePostgres'>> {
  const before = [processorSeconds(running.pid).itself, serverProcessor(dataFolder)];
  await setTimeout(seconds * 1_000);
  const after = [processorSeconds(running.pid).itself, serverProcessor(dataFolder)];
  const percent = (index: number) => (((after[index] ?? 0) - (before[index] ?? 0)) / seconds) * 100;
  const processes = serverOf(dataFolder);
  return {
    idle: running.memory(),
    idleProcessorPercent: percent(0),
    idlePostgres: {
      ...memoryOf(processes),
      processes: processes.length,
      processorPercent: percent(1),
    },
  };
}

/** Of the server, its backends and those that ended, in seconds. */
function serverProcessor(dataFolder: string): number {
  const [postmaster, ...backends] = serverOf(dataFolder);
  if (postmaster === undefined) return 0;
  const { itself, children } = processorSeconds(postmaster);
  return backends.reduce((sum, pid) => sum + processorSeconds(pid).itself, itself + children);
}

/** Measures the programs without a database, all idle at the same time. */
export async function measurePrograms(
  { service: serviceFolder, mock: mockFolder, mockBefore, prism: prismFolder }: Installed,
  idleSeconds: number,
): Promise<Readonly<Record<string, ProgramCost>>> {
  const subjects = {
    mock: await mock(mockFolder),
    ...(mockBefore === undefined ? {} : { mockBefore: await mock(mockBefore) }),
    ...(prismFolder === undefined ? {} : { prism: await prism(prismFolder, mockFolder) }),
    bareNode: bareNode(),
    bareServer: await bareServer(),
    bareFastify: await bareFastify(serviceFolder),
  };
  const running: [name: string, running: Running][] = [];
  try {
    for (const [name, subject] of Object.entries(subjects)) running.push([name, await start(subject)]);
    await setTimeout(idleSeconds * 1_000);
    return Object.fromEntries(running.map(([name, one]) => [name, { start: one.start, idle: one.memory() }]));
  } finally {
    for (const [, one] of running) await one.stop();
  }
}
