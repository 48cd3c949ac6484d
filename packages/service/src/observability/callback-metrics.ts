import { Counter, type Registry } from 'prom-client';
import type { Outcome } from '../callbacks/outcome.ts';

/** Counts callback attempts, and the final states of status events. */
export function createCallbackMetrics(
  registers: Registry[],
): (outcome: Pick<Outcome, 'state' | 'attempted' | 'result' | 'gone'>) => void {
  const attempts = new Counter({
    name: 'cascade_callback_attempts_total',
    help: 'Callback attempts by result: the class of the status, time-out, or error without an answer.',
    labelNames: ['result'],
    registers,
  });
  const finished = new Counter({
    name: 'cascade_callbacks_settled_total',
    help: 'Status events that were delivered, given up, or have no receiver.',
    labelNames: ['state'],
    registers,
  });
  const disabled = new Counter({
    name: 'cascade_callback_disabled_total',
    help: 'Answers of 410, which disable a registration until it is registered again or enabled by an operator.',
    registers,
  });
  for (const state of ['delivered', 'given-up', 'nobody']) finished.inc({ state }, 0);
  return ({ state, attempted, result, gone }) => {
    if (gone !== undefined) disabled.inc();
    if (attempted) attempts.inc({ result: resultLabel(result ?? '') });
    if (state !== 'pending') finished.inc({ state });
  };
}

function resultLabel(result: string): string {
  if (/^[1-5][0-9]{2}$/.test(result)) return `${result.charAt(0)}xx`;
  return result === 'time-out' ? result : 'error';
}
