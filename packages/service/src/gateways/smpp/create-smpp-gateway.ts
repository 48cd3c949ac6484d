import { defined } from '../../defined.ts';
import { describeError, type Log } from '../../log.ts';
import type { Gateway } from '../gateway.ts';
import { GatewayLane, inLane, NoAnswerError, type TakesTurns } from '../gateway-lane.ts';
import type { ReceiptMatcher } from '../match-receipts.ts';
import type { OptOuts } from '../opt-outs.ts';
import { createCancel } from './cancel-texts.ts';
import { Binding, type BindOutcome, type SessionKind } from './keep-bound.ts';
import { referenceOf } from './reference-of.ts';
import type { Pdu, SmppConnection, SmppSettings } from './smpp-connection.ts';
import { createSubmissions } from './submission-of.ts';
import { Submitter } from './submit-once.ts';
import { type DeliveryKind, DeliveryTaker } from './take-deliveries.ts';
import { createWarnOnce, type WarnOnce } from './warn-once.ts';
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
  const { name, settings, receipts, log } = options;
  const { timeoutSeconds = 20, window = 10, binds = 1, messagesPerSecond: perSecond } = settings;
  const { lane = new GatewayLane({ places: window * binds, perSecond, hasLink: true }) } = options;
  const warnOnce = createWarnOnce(name, log);
  const warnings = createWarnings(settings, warnOnce);
  const submissionOf = createSubmissions(settings);
  const link = () => sessions.next();
  const submitter = new Submitter({
    statuses: settings.statuses,
    receiptOf: settings.receiptOf,
    validity: settings.validity,
    onRefusal: warnings.refusal,
    timeoutSeconds,
    window: window * binds,
    link,
    referenceOf: (id) => referenceOf(name, id, settings.messageIds?.response),
    onSilence: (connection) => sessions.check(connection),
  });
  const taker = new DeliveryTaker({ ...options, submits: submitter });
  const sessions: Sessions = new Sessions({
    ...options,
    lane,
    warnOnce,
    take: (deliver) => taker.take(deliver),
  });
  const received = () => sessions.received();
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
  return { ...inLane(lane, gateway), lane, stop: () => sessions.stop() };
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

interface SessionsOptions extends Pick<SmppGatewayOptions, 'name' | 'settings' | 'log' | 'onBind'> {
  readonly lane: GatewayLane;
  readonly warnOnce: WarnOnce;
  /** Takes what the SMSC delivers; resolves to the command status of the response. */
  take(deliver: Pdu): Promise<number>;
}

/** The sessions with an SMSC, and what it delivers by them. Those that take submits have turns. */
class Sessions {
  readonly #options: SessionsOptions;
  readonly #deliveries = new Set<Promise<unknown>>();
  readonly #all: readonly Binding[];
  /** The connections that take submits, in the order of their turns. */
  #up: readonly { readonly connection: SmppConnection; readonly session: Binding }[] = [];

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#all = sessionsOf(options.settings).map((as) => this.#open(as));
  }

  /** The connection for the next submit; undefined if none is up. */
  next(): SmppConnection | undefined {
    const [first, ...others] = this.#up;
    if (first !== undefined) this.#up = [...others, first];
    return first?.connection;
  }

  /** Finds out whether a connection on which nothing was heard still lives. */
  check(connection: SmppConnection): void {
    this.#up.find((one) => one.connection === connection)?.session.check(connection);
  }

  /** Resolves when what has come is taken. */
  received(): Promise<unknown> {
    return Promise.allSettled(this.#deliveries);
  }

  async stop(): Promise<void> {
    await this.received();
    await Promise.all(this.#all.map((session) => session.stop()));
    await this.received();
  }

  #open(as: SessionKind): Binding {
    const { name, settings, log, warnOnce, onBind } = this.#options;
    const session = new Binding({
      name,
      settings,
      as,
      log,
      warnOnce,
      onBind: (outcome) => onBind?.(name, outcome),
      onUp: (connection) => as !== 'receiver' && this.#add(connection, session),
      onDown: (connection, why) => this.#remove(connection, why),
      onDeliver: (deliver) => this.#take(deliver),
    });
    return session;
  }

  #add(connection: SmppConnection, session: Binding): void {
    this.#up = [...this.#up, { connection, session }];
    if (this.#up.length === 1) this.#options.lane.linkUp();
  }

  #remove(connection: SmppConnection | undefined, why: string): void {
    this.#up = this.#up.filter((one) => one.connection !== connection);
    if (this.#up.length === 0) this.#options.lane.linkDown(why);
  }

  #take(deliver: Pdu): Promise<number> {
    const taken = this.#options.take(deliver).finally(() => this.#deliveries.delete(taken));
    this.#deliveries.add(taken);
    return taken;
  }
}

/** Where an SMSC takes texts and sends receipts by one session, or by one for each. */
function sessionsOf({ bind = 'transceiver', binds = 1 }: SmppSettings): readonly SessionKind[] {
  const kinds: readonly SessionKind[] =
    bind === 'transceiver' ? ['transceiver'] : ['transmitter', 'receiver'];
  return Array.from({ length: binds }, () => kinds).flat();
}
