import { type DemoReceipt, demoNumberAt, demoOutcome } from '@cascade/types/demo-numbers';
import type { Gateway, GatewayAttempt, GatewayResponse, OnReceipt, Receipt } from './gateway.ts';

/** How the simulator treats an attempt. */
interface Behaviour {
  /** How many sends fail without a response before one succeeds. */
  readonly failures: number;
  readonly result: GatewayResponse;
  /** In this order; the seconds count from the response. */
  readonly receipts: readonly SimulatedReceipt[];
}

interface SimulatedReceipt extends Omit<Receipt, 'attemptId' | 'at'> {
  readonly afterSeconds: number;
}

const delivered: Behaviour = { failures: 0, result: { status: 'DELIVERED' }, receipts: [] };

/**
 * The behaviour for an address, with or without `+`, on a channel: that of the catalogue for a demo number
 * (ADR-0038). Any other number is delivered at once.
 */
export function behaviourOf(address: string, channel: string): Behaviour {
  const demo = demoNumberAt(address);
  const outcome = demoOutcome(address, channel);
  if (demo === undefined || outcome === undefined) return delivered;
  const { status, reason } = outcome;
  const failures = demo.failures === 'always' ? Number.POSITIVE_INFINITY : demo.failures;
  const receipts = demo.receipts.map((receipt) => receiptOf(receipt, reason));
  if (receipts.length > 0 || status === 'SENT') return { failures, result: { status: 'SENT' }, receipts };
  return {
    failures,
    result: reason === null ? { status: 'DELIVERED' } : { status: 'UNDELIVERED', reason },
    receipts,
  };
}

function receiptOf({ status, afterSeconds }: DemoReceipt, reason: string | null): SimulatedReceipt {
  return status === 'UNDELIVERED' && reason !== null
    ? { status, reason, afterSeconds }
    : { status, afterSeconds };
}

/** Runs work after that many seconds. */
type Schedule = (afterSeconds: number, work: () => Promise<void>) => void;

export interface SimulatorOptions {
  readonly onReceipt: OnReceipt;
  /** Real timers by default; tests use a clock of their own. */
  readonly schedule?: Schedule;
}

/** A gateway that sends nothing; the outcome at each address is that of `behaviourOf`. */
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

  function plan(attemptId: string, { afterSeconds, ...receipt }: SimulatedReceipt): void {
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
      const { failures, result, receipts } = behaviourOf(address, channel);
      const before = failed.get(attemptId) ?? 0;
      if (before < failures) {
        if (Number.isFinite(failures)) failed.set(attemptId, before + 1);
        throw new Error('the simulated gateway does not answer');
      }
      failed.delete(attemptId);
      for (const receipt of receipts) plan(attemptId, receipt);
      return { reference: `simulated-${attemptId}`, ...result };
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
