import { problemOf } from '../oracle/catalogue.ts';
import { sendingBy, type Target, TargetGoneError } from './create-target.ts';
import type { HttpRequest } from './http-request.ts';

/** Thrown once the account can no longer pay: what follows would say nothing of the provider. */
export class OutOfMoneyError extends TargetGoneError {
  constructor(message: string) {
    super(message);
    this.name = 'OutOfMoneyError';
  }
}

export interface MoneyOptions {
  /** Of the account that pays for the run. */
  readonly key: string;
  /** A new request that was accepted when the run began. */
  readonly probe: () => HttpRequest;
  /** What the run has to pay for, in messages. */
  readonly messages: number;
}

/** A target whose every out-of-balance is checked by a request that was accepted before: if that is refused, too, the run ends. */
export function watchMoney(target: Target, { key, probe, messages }: MoneyOptions): Target {
  let accepted = 0;
  return sendingBy(target, async (request) => {
    const outcome = await target.send(request);
    if (request.headers['x-api-key'] !== key) return outcome;
    if (!('none' in outcome) && outcome.status < 300) accepted += 1;
    if (problemOf(outcome) !== 'out-of-balance') return outcome;
    if (problemOf(await target.send(probe())) !== 'out-of-balance') return outcome;
    throw new OutOfMoneyError(
      `the account of keys.good ran out of money after ${accepted} accepted requests; a run sends about ${messages} messages that it has to pay for: top it up and run again`,
    );
  });
}
