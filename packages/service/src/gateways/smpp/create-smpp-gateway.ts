import type { Log } from '../../log.ts';
import { withTimeout } from '../../with-timeout.ts';
import type { Gateway, GatewayAttempt, GatewayResult, OnReceipt } from '../gateway.ts';
import { keepBound } from './keep-bound.ts';
import { rememberReferences } from './remember-references.ts';
import { resultOf } from './result-of.ts';
import type { Fields, Pdu, SmppConnection } from './smpp-connection.ts';
import type { SmppSettings } from './smpp-settings.ts';
import { submissionOf } from './submission-of.ts';
import { createSubmitWindow } from './submit-window.ts';
import { createReceiptTaker } from './take-receipts.ts';

export interface SmppGatewayOptions {
  /** Of the gateway, e.g. its channel: part of its references, so it must not change. */
  readonly name: string;
  readonly settings: SmppSettings;
  readonly onReceipt: OnReceipt;
  /** Finds the attempt that has that reference in the store. */
  attemptOf(reference: string): Promise<string | undefined>;
  readonly log: Log;
  readonly now?: () => number;
}

/** A gateway that holds a connection. */
export interface SmppGateway extends Gateway {
  /** Unbinds. To be called when nothing is sent any more. */
  stop(): Promise<void>;
}

/** A receipt does not wait longer than this for responses to submits. */
const overtakenSeconds = 5;

/**
 * Sends texts to an SMSC by SMPP 3.4, one submit_sm to an attempt unless a long text goes in parts, and takes its
 * receipts.
 *
 * SMPP knows no idempotency key. Whatever was submitted and not answered (the connection was lost, the response is
 * late, this process died) is submitted again under the same attempt id and the same `user_message_reference`, and
 * unless the SMSC looks for duplicates itself, **the subscriber may get it twice**. A response that comes too late is
 * still heard: the attempt is then not submitted again by this process. A receipt of the first copy whose id nobody
 * ever learned is dropped.
 */
export function createSmppGateway(options: SmppGatewayOptions): SmppGateway {
  const { name, settings, onReceipt, log, now = Date.now } = options;
  const { window: size = 10, messagesPerSecond: perSecond, timeoutSeconds = 20, reasons = {} } = settings;
  const window = createSubmitWindow<SmppConnection>({ size, perSecond });
  const references = rememberReferences();
  const submits = track();
  const deliveries = track();
  const referenceOf = (id: string) => `smpp:${name}:${id}`;

  const takeReceipt = createReceiptTaker({
    name,
    reasons,
    onReceipt,
    log,
    now,
    answered: () => withTimeout(overtakenSeconds, submits.settled()).catch(() => {}),
    attemptOf: async (id) => references.attemptOf(referenceOf(id)) ?? options.attemptOf(referenceOf(id)),
  });
  const binding = keepBound({
    name,
    settings,
    log,
    onUp: window.open,
    onDown: window.shut,
    onDeliver: (deliver) => deliveries.add(takeReceipt(deliver)),
  });

  function submit(fields: Fields, heard?: (response: Pdu) => void): Promise<Pdu> {
    return window.run(timeoutSeconds, (connection) =>
      submits.add(connection.request('submit_sm', fields, timeoutSeconds, heard)),
    );
  }

  /** The parts that no receipt is asked for, in order; the result of the first that is refused for good. */
  async function sendBefore(parts: readonly Fields[]): Promise<GatewayResult | undefined> {
    for (const part of parts) {
      const result = resultOf((await submit(part)).command_status, undefined);
      if (result.status === 'UNDELIVERED') return result;
    }
    return undefined;
  }

  return {
    async send(attempt: GatewayAttempt) {
      const submission = submissionOf(attempt, settings.longTexts);
      if ('refusal' in submission) return { status: 'UNDELIVERED', reason: submission.refusal };
      const before = references.referenceOf(attempt.attemptId);
      if (before !== undefined) return { status: 'SENT', reference: before };
      const refused = await sendBefore(submission.before);
      if (refused !== undefined) return refused;
      const response = await submit(submission.fields, (heard) => {
        const id = idOf(heard);
        if (id !== undefined) references.add(attempt.attemptId, referenceOf(id));
      });
      const id = idOf(response);
      return resultOf(response.command_status, id === undefined ? undefined : referenceOf(id));
    },
    async stop() {
      await deliveries.settled();
      await binding.stop();
      await deliveries.settled();
    },
  };
}

function idOf({ command_status, message_id }: Pdu): string | undefined {
  return command_status === 0 && typeof message_id === 'string' && message_id !== '' ? message_id : undefined;
}

/** What is under way, to be waited for. */
function track() {
  const underWay = new Set<Promise<unknown>>();
  return {
    add<Result>(work: Promise<Result>): Promise<Result> {
      const forget = () => void underWay.delete(work);
      underWay.add(work);
      work.then(forget, forget);
      return work;
    },
    async settled(): Promise<void> {
      await Promise.allSettled(underWay);
    },
  };
}
