import type { Gateway, Withdrawal } from '../gateway.ts';
import { messageIdOf } from './reference-of.ts';
import { SmppError, statusName } from './result-of.ts';
import { type Fields, type Pdu, type SmppConnection, type SmppSettings, waitFor } from './smpp-connection.ts';
import { addressesOf } from './submission-of.ts';
import type { WarnOnce } from './warn-once.ts';

export interface CancelOptions {
  /** The name of the gateway, which its references have. */
  readonly name: string;
  readonly settings: SmppSettings;
  /** The connection for the next request; undefined if there is none. */
  link(): SmppConnection | undefined;
  /** What this process has submitted. */
  readonly submits: { idsOf(attemptId: string): readonly string[] };
  /** Resolves when the receipts that have come are committed. */
  received(): Promise<unknown>;
  readonly warnOnce: WarnOnce;
}

/** After as many without a response, a session is asked for no more until one comes. */
const mostSilences = 10;

/** ESME_RINVCMDID. */
const unknownCommand = 0x03;

/**
 * Withdraws texts with cancel_sm (SMPP 3.4, §4.9). Never without an id: that would cancel every text to the
 * number. Of a text in parts that another process has submitted, only the last id is known.
 */
export function createCancel({ name, settings, link, submits, received, warnOnce }: CancelOptions) {
  const { serviceType = '', messageIds } = settings;
  const refusing = new WeakSet<SmppConnection>();
  /** Of each session, the requests that were not answered in time since its last response. */
  const silences = new WeakMap<SmppConnection, number>();
  const silencesOf = (connection: SmppConnection) => silences.get(connection) ?? 0;

  function warn(why: string): void {
    warnOnce('cancel_sm', { why }, 'the SMSC does not take cancel_sm: set withdraw to none');
  }

  async function ask(connection: SmppConnection, fields: Fields, signal: AbortSignal): Promise<Pdu> {
    const response = connection.request('cancel_sm', fields);
    // A late one counts, too.
    response.then(
      () => silences.set(connection, 0),
      () => {},
    );
    try {
      return await waitFor(response, { signal });
    } catch (error) {
      silences.set(connection, silencesOf(connection) + 1);
      if (silencesOf(connection) === mostSilences) warn('no response');
      throw error;
    }
  }

  async function cancel(id: string, withdrawal: Withdrawal, signal: AbortSignal): Promise<void> {
    const connection = link();
    if (connection === undefined) throw new SmppError('the SMSC is away');
    if (refusing.has(connection) || silencesOf(connection) >= mostSilences)
      throw new SmppError('the SMSC does not take cancel_sm');
    const fields = { service_type: serviceType, message_id: id, ...addressesOf(withdrawal, settings) };
    const { command, command_status: status } = await ask(connection, fields, signal);
    if (command === 'generic_nack' || status === unknownCommand) {
      refusing.add(connection);
      warn(statusName(status));
    }
    if (command !== 'cancel_sm_resp' || status !== 0)
      throw new SmppError(`the SMSC answered ${statusName(status)} to cancel_sm`);
  }

  const withdraw: Gateway['withdraw'] = async (withdrawal, signal) => {
    const stored = messageIdOf(name, withdrawal.reference, messageIds?.response);
    const heard = submits.idsOf(withdrawal.attemptId);
    const ids = heard.length > 0 || stored === undefined ? heard : [stored];
    if (ids.length === 0) throw new SmppError('the id of the text at the SMSC is not known');
    try {
      await Promise.all(ids.map((id) => cancel(id, withdrawal, signal)));
      return 'WITHDRAWN';
    } finally {
      // A receipt before the response may be why the SMSC refuses, and counts before the stage ends.
      await waitFor(received(), { signal }).catch(() => {});
    }
  };
  return withdraw;
}
