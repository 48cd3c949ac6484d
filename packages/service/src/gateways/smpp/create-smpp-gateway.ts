import type { Log } from '../../log.ts';
import type { Gateway } from '../gateway.ts';
import type { ReceiptMatcher } from '../match-receipts.ts';
import { keepBound } from './keep-bound.ts';
import { parseReceipt, referenceOf } from './parse-receipt.ts';
import type { Pdu, SmppConnection, SmppSettings } from './smpp-connection.ts';
import { submissionOf } from './submission-of.ts';
import { createSubmitter } from './submit-once.ts';
import { createSubmitWindow } from './submit-window.ts';

export interface SmppGatewayOptions {
  /** The name of the gateway, e.g. its channel. It is part of its references, so it must not change. */
  readonly name: string;
  readonly settings: SmppSettings;
  readonly receipts: Pick<ReceiptMatcher, 'apply' | 'keep'>;
  readonly log: Log;
}

/** A gateway that holds a connection. */
export interface SmppGateway extends Gateway {
  /** Unbinds. Call it when no more attempts are sent. */
  stop(): Promise<void>;
}

/** The longest wait of a receipt for responses to outstanding submits. */
const overtakenSeconds = 1;

/**
 * Sends texts to an SMSC by SMPP 3.4, and handles its receipts. SMPP has no idempotency key: after a lost
 * connection or a crash **the subscriber may get a message twice** (decisions/smpp-duplicates.md).
 */
export function createSmppGateway(options: SmppGatewayOptions): SmppGateway {
  const { name, settings, receipts, log } = options;
  const { window: size = 10, messagesPerSecond: perSecond, timeoutSeconds = 20 } = settings;
  const window = createSubmitWindow<SmppConnection>({ size, perSecond });
  const deliveries = new Set<Promise<unknown>>();
  const submitter = createSubmitter({
    window,
    timeoutSeconds,
    referenceOf: (id) => referenceOf(name, id, settings.messageIds?.response),
    onLate: () => void catchUp(),
  });
  const binding = keepBound({
    name,
    settings,
    log,
    onUp: window.open,
    onDown: window.shut,
    onDeliver(deliver) {
      const taken = take(deliver).finally(() => deliveries.delete(taken));
      deliveries.add(taken);
      return taken;
    },
  });

  let isCatchingUp = false;

  /** Holds further submits back until the SMSC has responded to the others; binds again if it does not. */
  async function catchUp(): Promise<void> {
    if (isCatchingUp) return;
    isCatchingUp = true;
    window.hold();
    log.warn(
      { gateway: name, seconds: timeoutSeconds },
      'the SMSC is late with a response: submits wait for it',
    );
    if (!(await submitter.answered(timeoutSeconds))) await binding.renew();
    isCatchingUp = false;
    window.release();
  }

  /**
   * Resolves to the command status of the response once a receipt is committed, be it without its attempt. It
   * may overtake the response to its submit. Anything but a receipt is acknowledged and dropped.
   */
  async function take(deliver: Pdu): Promise<number> {
    const receipt = parseReceipt(deliver, settings.reasons);
    if (receipt === undefined) return 0;
    const { id, ...report } = receipt;
    const reference = referenceOf(name, id, settings.messageIds?.receipt);
    const apply = () => receipts.apply({ reference, ...report }, submitter.attemptOf(reference));
    // A response in the same segment is noted in a microtask, and may give the id to a younger attempt.
    await Promise.resolve();
    if (await apply()) return 0;
    await submitter.answered(overtakenSeconds);
    if (submitter.attemptOf(reference) !== undefined && (await apply())) return 0;
    // SENT would say nothing that the response does not.
    if (receipt.status !== 'SENT') await receipts.keep({ reference, ...report });
    return 0;
  }

  return {
    async send(attempt, lease) {
      const submission = submissionOf(attempt, settings.longTexts);
      if ('refusal' in submission) return { status: 'UNDELIVERED', reason: submission.refusal };
      return submitter.submit(attempt.attemptId, submission.submits, lease);
    },
    async stop() {
      await Promise.allSettled(deliveries);
      await binding.stop();
      await Promise.allSettled(deliveries);
    },
  };
}
