import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningService, startService } from '@cascade/service';
import { furnishDataFolder } from '@cascade/service/bench';
import { afterAll, beforeAll } from 'vitest';
import type { MakeChange } from '../../mutants/mutant.ts';
import { startMutantProxy } from '../../mutants/proxy/start-mutant-proxy.ts';
import { callbackSecret, lengthLimit } from '../../mutants/witness/listener.ts';
import type { Witness } from '../../mutants/witness/witness.ts';
import { listenerKeys, purseKeys, witnessAccounts } from './accounts.ts';
import { createBench } from './create-bench.ts';
import { createRelays } from './relays.ts';
import { type Receiver, startReceiver } from './start-receiver.ts';

/** The real service, for the test file that calls it, and the ways to look at it. */
export interface Benches {
  readonly url: string;
  /** What the witness sees of the service itself, and of the service behind that change. */
  compare(
    change: MakeChange,
    witness: Witness,
  ): Promise<{ readonly plain: string; readonly changed: string }>;
  /** What the witness sees of the service behind that change. */
  observe(change: MakeChange, witness: Witness): Promise<string>;
}

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const unchanged: MakeChange = () => ({});

export function withBenches(): Benches {
  let started: { readonly service: RunningService; readonly receiver: Receiver } | undefined;
  const listeners = listenerKeys();
  const purses = { 1: purseKeys(1), 2: purseKeys(2) };
  const dataFolder = join(tmpdir(), `cascade-mutants-data-${randomUUID()}`);

  beforeAll(async () => {
    const accounts = await witnessAccounts();
    await furnishDataFolder(dataFolder);
    // The mutants send more than a busy machine can do.
    const options = { log: silent, port: 0, operationsPort: 0, allowLoopback: true, lagSeconds: 3_600 };
    const lengthLimits = { SMS: lengthLimit };
    const service = await startService({ ...options, lengthLimits, dataFolder, accounts });
    started = { service, receiver: await startReceiver() };
  });

  afterAll(async () => {
    await started?.service.close();
    await started?.receiver.close();
    await rm(dataFolder, { recursive: true, force: true });
  });

  function running() {
    if (started === undefined) throw new Error('the service is there from beforeAll on');
    return started;
  }

  function purse(size: 1 | 2 = 1): string {
    const key = purses[size].pop();
    if (key === undefined) throw new Error('the purses are used up: declare more of them');
    return key;
  }

  /** `direct`: requests go to the service itself; callbacks need the proxy, to know when all of them have come. */
  async function look(change: MakeChange, { observe }: Witness, direct: boolean): Promise<string> {
    const { service, receiver } = running();
    const target = service.url;
    const relays = createRelays();
    const callbackSecrets = [callbackSecret];
    const proxy = await startMutantProxy({
      target,
      mutant: { change },
      callbackSecrets,
      onRelayed: relays.add,
    });
    const base = direct ? target : proxy.url;
    const bench = createBench({ base, proxy: proxy.url, relays, receiver, purse, listeners });
    return observe(bench).finally(proxy.close);
  }

  return {
    get url() {
      return running().service.url;
    },
    async compare(change, witness) {
      const both = [look(unchanged, witness, true), look(change, witness, false)] as const;
      const [plain, changed] = await Promise.all(both);
      return { plain, changed };
    },
    observe: (change, witness) => look(change, witness, false),
  };
}
