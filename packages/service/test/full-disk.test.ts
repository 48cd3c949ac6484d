import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { open, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CatalogueRequest } from '@cascade/contract';
import { killServer } from '@cascade/embedded-postgres/testing';
import { serviceUnavailable } from '@cascade/validator';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { audit, lookInto, nothingWrong } from '../src/testing/audit.ts';
import { signedAccounts } from '../src/testing/declare.ts';
import { type Answer, scheduling, send } from '../src/testing/requests.ts';
import { runService } from '../src/testing/run-service.ts';
import { type ServiceProcess, startTestService } from '../src/testing/start-test-service.ts';
import { type StatusReceiver, startStatusReceiver } from '../src/testing/status-receiver.ts';

const megabytes = 256;
/** Whether this user may mount, as root may unless the container forbids it. */
const mayMount: boolean = (() => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    void smallDisk().remove();
    return true;
  } catch {
    return false;
  }
})();
const title = mayMount ? 'a disk' : 'a disk: skipped, since this user may not mount one (it takes root)';
const patience = { timeout: 120_000, interval: 50 };
const unavailable: Answer = {
  status: 503,
  type: 'application/problem+json',
  retryAfter: '1',
  body: {
    title: 'service-unavailable',
    status: 503,
    // A server that ends with its log may have committed what it does not answer.
    detail: expect.toBeOneOf(
      (['undone', 'unfinished'] as const).map((said) => serviceUnavailable(said).detail),
    ),
  },
};

describe.skipIf(!mayMount)(title, () => {
  let disk: SmallDisk;
  let service: ServiceProcess;
  let receiver: StatusReceiver;
  const accepted: CatalogueRequest[] = [];

  beforeAll(async () => {
    disk = smallDisk();
    receiver = await startStatusReceiver();
    service = await startTestService({
      where: 'process',
      database: { dataFolder: disk.dataFolder },
      accounts: await signedAccounts(),
      logLevel: 'info',
    });
    await receiver.register(service.url, 'demo-key');
  });

  afterAll(async () => {
    const exitCode = await service?.stop();
    await receiver?.close();
    await disk?.remove();
    expect(exitCode).toBe(0);
  });

  test('that is full is answered with 503, and the log says what to do', { timeout: 300_000 }, async () => {
    await sendAll(aMessage, 20);
    await disk.fill();
    const refused = await sendAll(aMessage, 100, true);
    expect(refused.length).toBeGreaterThan(50);
    for (const { answer } of refused) expect(answer).toEqual(unavailable);
    // As a load balancer sees it: from the first refusal on, whatever was accepted between.
    expect(refused.map(({ ready }) => ready)).toEqual(refused.map(() => 503));
    const { detail } = await readiness();
    expect(detail).toMatch(/^the database does not take writes: .*No space left on device/);
    expect(service.output).toMatch(/No space left on device.*free some space on the disk/i);
    // Without requests, too: longer than a refusal counts by itself.
    const since = performance.now();
    while (performance.now() - since < 5_000) {
      expect(await readiness()).toMatchObject({ status: 503 });
      await pause(50);
    }
    await disk.free();
    await vi.waitFor(async () => expect(await readiness()).toEqual({ status: 'ready' }), patience);
    await recovers(refused.map(({ request }) => request));
  });

  test('that is full to the last byte of the log stops the database, which recovers by itself', {
    timeout: 300_000,
  }, async () => {
    await disk.fill();
    await lookInto(disk.dataFolder, (pool) => pool.query(muchLog)).catch(() => {});
    await vi.waitFor(() => expect(service.output).toContain('PostgreSQL cannot be restarted yet'), patience);
    expect(service.output).toContain('Free some space on the disk.');
    const refused = await sendAll(aMessage, 10);
    expect(refused.map(({ answer }) => answer)).toEqual(refused.map(() => unavailable));
    expect(refused).toHaveLength(10);
    await isNotReady();
    await disk.free();
    await recovers(refused.map(({ request }) => request));
  });

  test('that has become read-only keeps the database away until it is writable', {
    timeout: 300_000,
  }, async () => {
    disk.makeReadOnly();
    await killServer(disk.dataFolder);
    await vi.waitFor(
      () => expect(service.output).toMatch(/read-only file system.*PostgreSQL cannot be restarted yet/i),
      patience,
    );
    const refused = await sendAll(aMessage, 10);
    expect(refused.map(({ answer }) => answer)).toEqual(Array(10).fill(unavailable));
    await isNotReady();
    disk.makeWritable();
    await recovers(refused.map(({ request }) => request));
  });

  /**
   * Sends `count` requests, records the accepted ones, and returns the others, each with the readiness after
   * it.
   */
  async function sendAll(make: () => CatalogueRequest, count: number, asks = false) {
    const refused: {
      readonly request: CatalogueRequest;
      readonly answer: Answer;
      readonly ready: unknown;
    }[] = [];
    for (let at = 0; at < count; at += 1) {
      const request = make();
      const answer = await send(service.url, request);
      if (answer.status === 200) accepted.push(request);
      else refused.push({ request, answer, ready: asks ? (await readiness()).status : undefined });
    }
    return refused;
  }

  async function readiness(): Promise<Readiness> {
    const answer = await fetch(`${service.operationsUrl}/readyz`);
    return (await answer.json()) as Readiness;
  }

  async function isNotReady(): Promise<void> {
    const [ready, alive] = await Promise.all(
      ['/readyz', '/healthz'].map((path) => fetch(service.operationsUrl + path)),
    );
    expect([ready?.status, alive?.status]).toEqual([503, 200]);
  }

  /**
   * What was refused gets through now; then all that was ever accepted ends, is paid once, and is reported.
   */
  async function recovers(refused: readonly CatalogueRequest[]): Promise<void> {
    for (const request of refused)
      await vi.waitFor(async () => expect((await send(service.url, request)).status).toBe(200), patience);
    accepted.push(...refused);
    await vi.waitFor(async () => {
      const found = await lookInto(disk.dataFolder, audit);
      expect(found).toEqual({ ...nothingWrong, messages: accepted.length });
    }, patience);
    const delivered = receiver.events().filter(({ status }) => status === 'DELIVERED');
    expect(delivered.map(({ requestId }) => requestId).sort()).toEqual(accepted.map(requestIdOf).sort());
  }
});

describe.skipIf(!mayMount)('a start', () => {
  test.each([
    ['full', 'Free some space on the disk.', (disk: SmallDisk) => disk.fill()],
    ['read-only', 'Choose a data folder on a disk that can be written to.', readOnly],
  ])('on a disk that is %s ends with 1 and says what to do', async (_, advice, spoil) => {
    const disk = smallDisk();
    onTestFinished(() => disk.remove());
    await spoil(disk);
    const data = ['--data', disk.dataFolder];
    const { code, out, err } = await runService(['start', '--development', ...data, '--log-level', 'warn']);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(disk.dataFolder);
    expect(err).toContain(advice);
  });
});

async function readOnly(disk: SmallDisk): Promise<void> {
  disk.makeReadOnly();
}

interface Readiness {
  readonly status: unknown;
  readonly detail?: string;
}

/** More than the segments of the log that are there already. */
const muchLog =
  "select pg_logical_emit_message(false, 'test', repeat('x', 1000000)) from generate_series(1, 200)";

/** Too long for its row to find room in a page that is there already. */
function aMessage(): CatalogueRequest {
  const text = randomBytes(600).toString('base64');
  return scheduling({ content: { smsContent: { contentType: 'TEXT', text } } });
}

function requestIdOf({ body }: CatalogueRequest): string {
  return typeof body === 'object' && body !== null && 'requestId' in body ? String(body.requestId) : '';
}

/** A disk of its own for one test, which can be filled up or lose its right to be written to. */
interface SmallDisk {
  /** On the disk, and not there yet. */
  readonly dataFolder: string;
  /** Leaves no room for another byte. */
  fill(): Promise<void>;
  free(): Promise<void>;
  /** For files that are opened from now on, as after an error of the disk. */
  makeReadOnly(): void;
  makeWritable(): void;
  remove(): Promise<void>;
}

/** @throws if this user may not mount. */
function smallDisk(): SmallDisk {
  const place = mkdtempSync(join(tmpdir(), 'cascade-disk-'));
  run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', place);
  const ballast = join(place, 'ballast');
  let mounts = 1;
  const unmount = (...how: readonly string[]) => {
    run('umount', ...how, place);
    mounts -= 1;
  };
  mkdirSync(join(place, 'data'), { mode: 0o755 });
  return {
    dataFolder: join(place, 'data'),
    fill: () => fill(ballast),
    free: () => rm(ballast),
    makeReadOnly() {
      // Over itself: what has its files open keeps them, and who comes by the path finds them read-only.
      run('mount', '--bind', place, place);
      mounts += 1;
      run('mount', '-o', 'remount,bind,ro', place);
    },
    makeWritable: () => unmount(),
    async remove() {
      while (mounts > 0) unmount('-l');
      await rmdir(place);
    },
  };
}

/** In ever smaller pieces, until not even one byte fits. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'a');
  try {
    for (let piece = 2 ** 20; piece >= 1; ) {
      const isWritten = await file
        .write(Buffer.alloc(piece, 1))
        .then(({ bytesWritten }) => bytesWritten === piece, isFull);
      if (!isWritten) piece = piece === 1 ? 0 : Math.ceil(piece / 16);
    }
  } finally {
    await file.close();
  }
}

function isFull(error: unknown): boolean {
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false;
  throw error;
}

function run(program: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr}`);
}
