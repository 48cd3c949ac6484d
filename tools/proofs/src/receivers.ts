import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bed } from '@cascade/bench/harness/bed';
import { type FaultyReceiver, startFaultyReceiver, startProgram } from '@cascade/repository/test-kit';
import type { SeenAttempt } from '@cascade/service/bench';
import type { LoadEntry } from './schedule.ts';

/** A status event that a receiver took, or an attempt that it saw. */
interface Arrival extends SeenAttempt {
  /** Milliseconds of the wall clock. */
  readonly arrivedAt: number;
}

/** The receiver of an account's callbacks. It is never ended. */
export interface ProofReceiver {
  /** None without a receiver. */
  readonly url: string | undefined;
  /** Can be broken, and well again with `null`; absent of others. */
  readonly become?: FaultyReceiver['become'];
  /** In the order of their arrival. */
  arrivals(): readonly Arrival[];
  /** How often each status event was taken, by webhook-id. */
  taken(): ReadonlyMap<string, number>;
}

export async function startProofReceiver(bed: Bed, { account, receiver }: LoadEntry): Promise<ProofReceiver> {
  if (receiver === 'none') return { url: undefined, arrivals: () => [], taken: () => new Map() };
  return receiver === 'threaded' ? startThreaded(bed, account) : startBreakable(bed);
}

async function startBreakable(bed: Bed): Promise<ProofReceiver> {
  const arrivals: Arrival[] = [];
  const receiver = await startFaultyReceiver({
    slowMilliseconds: 60_000, // the service waits for 15 s
    onTaken(body) {
      const { messageId, cascadeStageUUID: stage, status, statusAt } = JSON.parse(body);
      const now = performance.now();
      arrivals.push({
        eventId: `${messageId} ${stage} ${status} ${statusAt}`,
        messageId,
        stage,
        status,
        statusAt,
        arrivedAt: Date.now(),
        beganAt: now,
        endedAt: now,
      });
    },
  });
  bed.closing(receiver);
  return {
    url: receiver.url,
    become: receiver.become,
    arrivals: () => arrivals,
    taken: () => receiver.taken,
  };
}

export function lacksPython(): string | undefined {
  const { status } = spawnSync('python3', ['--version']);
  return status === 0 ? undefined : 'this machine has no python3';
}

/** A receiver in Python, slow and uneven, whose log has every attempt. */
async function startThreaded(bed: Bed, account: string): Promise<ProofReceiver> {
  const log = join(bed.folder, `${account}.log`);
  const script = fileURLToPath(new URL('threaded_receiver.py', import.meta.url));
  const child = bed.use(startProgram('python3', [script, log]), (one) => one.end());
  const [, port] = await child.printed(/port (\d+)/, 20);
  const arrivals = () => {
    const lines = readFileSync(log, 'utf8').split('\n');
    return lines.filter((line) => line !== '').map((line): Arrival => JSON.parse(line));
  };
  return {
    url: `http://127.0.0.1:${port}/status`,
    arrivals,
    taken() {
      const groups = Map.groupBy(arrivals(), ({ eventId }) => eventId);
      return new Map([...groups].map(([id, all]) => [id, all.length]));
    },
  };
}
