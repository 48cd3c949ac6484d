import { randomUUID } from 'node:crypto';
import type { StatusEventExample } from '../description/read-description.ts';
import type { Log } from '../log.ts';
import type { Account } from '../provider/account.ts';
import type { RememberedMessage } from '../provider/message-memory.ts';
import { attempt } from './attempt.ts';
import { sign } from './sign.ts';
import { startedStages } from './started-stages.ts';
import { createStatusEvent, type ScheduledMessage, type StageEvent } from './status-event.ts';
import type { WantedEvent } from './wanted-event.ts';

/** Sends status events to the address that the account registered. */
export interface Callbacks {
  /** Sends the events in turn, each once, and logs the results; the message history then has them. Never rejects. */
  send(
    account: Account,
    message: ScheduledMessage,
    wanted: readonly WantedEvent[],
    remembered: RememberedMessage,
  ): Promise<void>;
}

export interface CallbackOptions {
  readonly examples: ReadonlyMap<string, StatusEventExample>;
  /** Signs the callbacks of every account; the keys of each account if absent. */
  readonly key: Buffer | undefined;
  readonly now: () => Date;
  readonly log: Log;
  /** Aborts attempts in progress when the mock stops. */
  readonly stopped: AbortSignal;
}

/** A sender of signed status events (§6, ADR-0015, ADR-0017). */
export function createCallbacks({ examples, key, now, log, stopped }: CallbackOptions): Callbacks {
  async function sendOne(account: Account, { stage, wanted: { status, error }, event }: StageEvent) {
    const url = account.callback(stage.subject.id)?.statusCallbackUrl;
    if (url === undefined)
      return log.callback({ status, error, result: 'not sent: no callback is registered' });
    const body = JSON.stringify(event);
    const headers = sign(key === undefined ? account.signingKeys : [key], `msg_${randomUUID()}`, now(), body);
    const result = await attempt(url, headers, body, stopped);
    log.callback({ status, error, to: new URL(url).origin, result });
  }

  return {
    async send(account, message, wanted, remembered) {
      const at = now();
      const events = wanted.flatMap((one) => createStatusEvent(examples, message, one, at) ?? []);
      remembered.stages = startedStages(message.cascade, events, at);
      for (const event of events) await sendOne(account, event);
    },
  };
}
