import { defined } from '../../defined.ts';
import { describeError, type Log } from '../../log.ts';
import type { Gateway } from '../gateway.ts';
import { GatewayLane, inLane, NoAnswerError, type TakesTurns } from '../gateway-lane.ts';
import type { ReceiptMatcher } from '../match-receipts.ts';
import type { OptOuts } from '../opt-outs.ts';
import { createCancel } from './cancel-texts.ts';
import { Binding, type BindOutcome, type SessionKind } from './keep-bound.ts';
import { referenceOf } from './reference-of.ts';
import type { SmppConnection, SmppSettings } from './smpp-connection.ts';
import { createSubmissions } from './submission-of.ts';
import { Submitter } from './submit-once.ts';
import { createDeliveryTaker, type DeliveryKind } from './take-deliveries.ts';
import { createWarnOnce } from './warn-once.ts';
import { createWarnings } from './warnings.ts';

export interface SmppGatewayOptions {
  /** The name of the gateway, e.g. its channel. It is part of its references, so it must not change. */
  readonly name: string;
  readonly settings: SmppSettings;
  readonly receipts: Pick<ReceiptMatcher, 'apply' | 'applyToPart' | 'keep' | 'keepParts'>;
  readonly optOuts: OptOuts;
  readonly log: Log;
  /** Its turns; by the settings if absent. */
  readonly lane?: GatewayLane;
  /** Called with what came in each deliver_sm and data_sm. */
  readonly onDelivery?: ((kind: DeliveryKind) => void) | undefined;
  /** Called after each try to bind, with the name of the gateway. */
  readonly onBind?: ((gateway: string, outcome: BindOutcome) => void) | undefined;
}

/** A gateway that holds a connection. */
export interface SmppGateway extends Gateway {
  readonly lane: GatewayLane;
  /** Unbinds. Call it when no more attempts are sent. */
  stop(): Promise<void>;
}

/**
 * Sends texts to an SMSC by SMPP 3.4, and handles its receipts. SMPP has no idempotency key: after a lost
 * connection or a crash **the subscriber may get a message twice** (decisions/smpp-duplicates.md).
 */
export function createSmppGateway(options: SmppGatewayOptions): SmppGateway {
  const { name, settings, receipts, log, onBind } = options;
  const { timeoutSeconds = 20, window = 10, binds = 1, messagesPerSecond: perSecond } = settings;
  const { lane = new GatewayLane({ places: window * binds, perSecond, hasLink: true }) } = options;
  const deliveries = new Set<Promise<unknown>>();
  const warnOnce = createWarnOnce(name, log);
  const warnings = createWarnings(settings, warnOnce);
  const submissionOf = createSubmissions(settings);
  const links = createLinks(lane);
  const link = links.next;
  const submitter = new Submitter({
    statuses: settings.statuses,
    receiptOf: settings.receiptOf,
    validity: settings.validity,
    onRefusal: warnings.refusal,
    timeoutSeconds,
    window: window * binds,
    link,
    referenceOf: (id) => referenceOf(name, id, settings.messageIds?.response),
    onSilence: links.check,
  });
  const sessions = sessionsOf(settings).map(open);

  function open(as: SessionKind): Binding {
    const session = new Binding({
      name,
      settings,
      as,
      log,
      warnOnce,
      onBind: (outcome) => onBind?.(name, outcome),
      onUp: (connection) => as !== 'receiver' && links.add(connection, session),
      onDown: links.remove,
      onDeliver(deliver) {
        const taken = take(deliver).finally(() => deliveries.delete(taken));
        deliveries.add(taken);
        return taken;
      },
    });
    return session;
  }

  const take = createDeliveryTaker({ ...options, submits: submitter });

  const received = () => Promise.allSettled(deliveries);
  const cancel = createCancel({ name, settings, link, submits: submitter, received, warnOnce });
  const withdraw = settings.withdraw === 'cancel' ? cancel : undefined;

  const gateway: TakesTurns = {
    ...defined({ withdraw }),
    goesAlone: (attemptId) => submitter.isSuspect(attemptId),
    async send(attempt, lease) {
      const submission = submissionOf(attempt);
      if ('refusal' in submission) return { status: 'UNDELIVERED', reason: submission.refusal };
      const response = await submitter.submit(attempt.attemptId, submission.submits, lease);
      warnings.missingId(response);
      if (response.status === 'SENT') await keepParts(attempt.attemptId, submitter, receipts);
      return response;
    },
  };

  return {
    ...inLane(lane, gateway),
    lane,
    async stop() {
      await received();
      await Promise.all(sessions.map((session) => session.stop()));
      await received();
    },
  };
}

/**
 * Stores the parts of a text of which each has a receipt, if there are any.
 * @throws {NoAnswerError} if they cannot be stored: the attempt is repeated, and nothing is submitted again.
 */
async function keepParts(
  attemptId: string,
  submitter: Submitter,
  receipts: SmppGatewayOptions['receipts'],
): Promise<void> {
  const parts = submitter.partsOf(attemptId);
  if (parts.length === 0) return;
  await receipts.keepParts(attemptId, parts).catch((error: unknown) => {
    throw new NoAnswerError(`the parts of a text cannot be stored: ${describeError(error).message}`);
  });
}

/** Where an SMSC takes texts and sends receipts by one session, or by one for each. */
function sessionsOf({ bind = 'transceiver', binds = 1 }: SmppSettings): readonly SessionKind[] {
  const kinds: readonly SessionKind[] =
    bind === 'transceiver' ? ['transceiver'] : ['transmitter', 'receiver'];
  return Array.from({ length: binds }, () => kinds).flat();
}

/** The connections that take submits, in turns. */
function createLinks(lane: GatewayLane) {
  let up: readonly { readonly connection: SmppConnection; readonly session: Binding }[] = [];
  return {
    add(connection: SmppConnection, session: Binding): void {
      up = [...up, { connection, session }];
      if (up.length === 1) lane.linkUp();
    },
    remove(connection: SmppConnection | undefined, why: string): void {
      up = up.filter((one) => one.connection !== connection);
      if (up.length === 0) lane.linkDown(why);
    },
    next(): SmppConnection | undefined {
      const [first, ...others] = up;
      if (first !== undefined) up = [...others, first];
      return first?.connection;
    },
    /** Finds out whether a connection on which nothing was heard still lives. */
    check(connection: SmppConnection): void {
      up.find((one) => one.connection === connection)?.session.check(connection);
    },
  };
}
