import type { Log } from '../../log.ts';
import { withTimeout } from '../../with-timeout.ts';
import type { Gateway, GatewayAttempt, OnReceipt } from '../gateway.ts';
import { createPartSender } from './create-part-sender.ts';
import { keepBound } from './keep-bound.ts';
import type { Fields, Pdu } from './pdu.ts';
import { referencesOf } from './references-of.ts';
import { rememberReferences } from './remember-references.ts';
import { resultOf } from './result-of.ts';
import type { SmppConnection } from './smpp-connection.ts';
import type { SmppSettings } from './smpp-settings.ts';
import { submissionOf } from './submission-of.ts';
import { createSubmitWindow } from './submit-window.ts';
import { createReceiptTaker } from './take-receipts.ts';

export interface SmppGatewayOptions {
  /** The name of the gateway, e.g. its channel. It is part of its references, so it must not change. */
  readonly name: string;
  readonly settings: SmppSettings;
  readonly onReceipt: OnReceipt;
  /** Finds the attempt with this reference in the store. */
  attemptOf(reference: string): Promise<string | undefined>;
  readonly log: Log;
  /** Milliseconds of a clock that nothing sets. */
  readonly now?: () => number;
}

/** A gateway that holds a connection. */
export interface SmppGateway extends Gateway {
  /** Unbinds. Call it when no more attempts are sent. */
  stop(): Promise<void>;
}

/** The longest wait of a receipt for responses to outstanding submits. */
const overtakenSeconds = 5;

/**
 * Sends texts to an SMSC by SMPP 3.4, and handles its receipts. An attempt is one submit_sm, unless a long
 * text is sent in parts.
 *
 * SMPP has no idempotency key. A submit without a response (lost connection, late response, crash) is
 * repeated with the same `user_message_reference`. Unless the SMSC detects duplicates, **the subscriber may
 * get the message twice**, at most one window of messages for each connection lost. After a late response this process
 * does not repeat the submit, nor any part that was accepted. If the response to the first copy is lost, its receipt is
 * dropped.
 */
export function createSmppGateway(options: SmppGatewayOptions): SmppGateway {
  const { name, settings, onReceipt, log, now = () => performance.now() } = options;
  const { window: size = 10, messagesPerSecond: perSecond, timeoutSeconds = 20, reasons = {} } = settings;
  const window = createSubmitWindow<SmppConnection>({ size, perSecond });
  const references = rememberReferences();
  const submits = track();
  const deliveries = track();
  const { ofResponse, ofReceipt } = referencesOf(name, settings.messageIds);

  const takeReceipt = createReceiptTaker({
    name,
    reasons,
    onReceipt,
    log,
    now,
    answered: () => withTimeout(overtakenSeconds, submits.ended()).catch(() => {}),
    async attemptOf(id) {
      const reference = ofReceipt(id);
      return references.attemptOf(reference) ?? options.attemptOf(reference);
    },
  });
  const binding = keepBound({
    name,
    settings,
    log,
    onUp: window.open,
    onDown: window.shut,
    onDeliver: (deliver) => deliveries.add(takeReceipt(deliver)),
  });

  const sendFirstParts = createPartSender(submit);

  function submit(fields: Fields, heard?: (response: Pdu) => void): Promise<Pdu> {
    return window.run(timeoutSeconds, (connection) =>
      submits.add(connection.request('submit_sm', fields, timeoutSeconds, heard)),
    );
  }

  return {
    async send(attempt: GatewayAttempt) {
      const submission = submissionOf(attempt, settings.longTexts);
      if ('refusal' in submission) return { status: 'UNDELIVERED', reason: submission.refusal };
      const before = references.referenceOf(attempt.attemptId);
      if (before !== undefined) return { status: 'SENT', reference: before };
      const refused = await sendFirstParts(attempt.attemptId, submission.before);
      if (refused !== undefined) return refused;
      const response = await submit(submission.fields, (heard) => {
        const id = idOf(heard);
        if (id !== undefined) references.add(attempt.attemptId, ofResponse(id));
      });
      const id = idOf(response);
      return resultOf(response.command_status, id === undefined ? undefined : ofResponse(id));
    },
    async stop() {
      await deliveries.ended();
      await binding.stop();
      await deliveries.ended();
    },
  };
}

function idOf({ command_status, message_id }: Pdu): string | undefined {
  return command_status === 0 && typeof message_id === 'string' && message_id !== '' ? message_id : undefined;
}

/** Tracks work under way. */
function track() {
  const underWay = new Set<Promise<unknown>>();
  return {
    add<Result>(work: Promise<Result>): Promise<Result> {
      const forget = () => void underWay.delete(work);
      underWay.add(work);
      work.then(forget, forget);
      return work;
    },
    async ended(): Promise<void> {
      await Promise.allSettled(underWay);
    },
  };
}
