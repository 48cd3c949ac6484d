import { type Scene, sceneOf } from '@cascade/types/demo-numbers';
import type { Gateway, GatewayAttempt, OnReceipt } from './gateway.ts';

/** Runs work after that many seconds. */
type Schedule = (afterSeconds: number, work: () => Promise<void>) => void;

export interface SimulatorOptions {
  readonly onReceipt: OnReceipt;
  /** Real timers by default; tests use a clock of their own. */
  readonly schedule?: Schedule;
}

/** A gateway that sends nothing; what it does at each address is its `sceneOf`. */
export interface Simulator extends Gateway {
  /** Drops the receipts that are not due yet, and those of attempts that follow. */
  stop(): void;
}

/**
 * Deterministic by address. Its responses survive a crash, since the attempt is repeated. Later receipts are
 * kept in memory and are lost with the process.
 */
export function createSimulator({ onReceipt, schedule }: SimulatorOptions): Simulator {
  const timers = createTimers();
  const later = schedule ?? timers.schedule;
  const failed = new Map<string, number>();

  function plan(attemptId: string, { afterSeconds, ...receipt }: Scene['receipts'][number]): void {
    const tell = async () => {
      try {
        await onReceipt({ ...receipt, attemptId });
      } catch {
        // A real gateway would retry, too.
        later(retrySeconds, tell);
      }
    };
    later(afterSeconds, tell);
  }

  return {
    async send({ attemptId, address, channel }: GatewayAttempt) {
      const { failures, response, receipts } = sceneOf(address, channel);
      const before = failed.get(attemptId) ?? 0;
      if (before < failures) {
        if (Number.isFinite(failures)) failed.set(attemptId, before + 1);
        throw new Error('the simulated gateway does not answer');
      }
      failed.delete(attemptId);
      for (const receipt of receipts) plan(attemptId, receipt);
      return { reference: `simulated-${attemptId}`, ...response };
    },
    stop: timers.stop,
  };
}

const retrySeconds = 1;

function createTimers(): { readonly schedule: Schedule; stop(): void } {
  const timers = new Set<NodeJS.Timeout>();
  let isStopped = false;
  return {
    schedule(afterSeconds, work) {
      // Attempts may still be under way. A timer of theirs would keep the process from ending.
      if (isStopped) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        void work();
      }, afterSeconds * 1000);
      timers.add(timer);
    },
    stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
