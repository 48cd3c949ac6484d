import { defined } from '../../defined.ts';
import type { DeclaredSmpp } from '../../generated/declared-service.ts';
import type { GatewayResponse } from '../gateway.ts';
import { RefusesUsError, SlowDownError } from '../gateway-lane.ts';
import { submitStatus } from './submit-statuses.ts';

/** An SMPP call failed and its outcome is unknown, so the attempt is retried. */
export class SmppError extends Error {
  override readonly name = 'SmppError';
}

/** The name of a status for messages, such as `ESME_RTHROTTLED`. Those of vendors have none. */
export const statusName = (status: number): string => submitStatus(status).name;

/** A PDU that came under the number of a submit_sm. */
interface SubmitResponse {
  readonly command: string;
  readonly command_status: number;
  readonly message_id?: unknown;
}

/** What the response to a submit_sm says. */
export type SubmitOutcome =
  /** Accepted, under the id of the SMSC if it gave one. */
  | { readonly kind: 'taken'; readonly id?: string }
  /** Not now: fewer submits, the same one again, or none until the account is in order. */
  | { readonly kind: 'slow down' | 'retry' | 'pause'; readonly says: string }
  /** Never; the undelivered reason (§7.4). */
  | { readonly kind: 'refused'; readonly reason: string; readonly says: string };

/**
 * Reads the response to a submit_sm. The settings say by command_status what the table would say otherwise.
 * @throws {SmppError} if it is not an answer to the submit: its outcome is unknown.
 */
export function outcomeOf(response: SubmitResponse, statuses: DeclaredSmpp['statuses'] = {}): SubmitOutcome {
  const { command, command_status: status, message_id: id } = response;
  const isNack = command === 'generic_nack' && status !== 0;
  if (command !== 'submit_sm_resp' && !isNack)
    throw new SmppError(`expected a submit_sm_resp, found ${command} with ${statusName(status)}`);
  if (status === 0) return defined({ kind: 'taken', id: idOf(id) } as const);
  const own = Object.entries(statuses).find(([number]) => Number(number) === status)?.[1];
  const { name, action, setting } = submitStatus(status);
  const hint = setting === undefined || own !== undefined ? '' : ` (see the setting ${setting})`;
  const says = `the SMSC answered ${name}${hint}`;
  const kind = own ?? action;
  return isPassing(kind) ? { kind, says } : { kind: 'refused', reason: kind, says };
}

function idOf(id: unknown): string | undefined {
  return typeof id === 'string' && id !== '' ? id : undefined;
}

function isPassing(action: string): action is 'slow down' | 'retry' | 'pause' {
  return action === 'slow down' || action === 'retry' || action === 'pause';
}

/**
 * The result of a submit_sm by its response.
 * @throws {SlowDownError}, {RefusesUsError} or {SmppError} if the attempt must be retried.
 */
export function resultOf(
  response: SubmitResponse,
  receiptReference: `smpp:${string}` | undefined,
  statuses?: DeclaredSmpp['statuses'],
): GatewayResponse {
  const outcome = outcomeOf(response, statuses);
  switch (outcome.kind) {
    case 'taken':
      return defined({ status: 'SENT', receiptReference } as const);
    case 'refused':
      return { status: 'UNDELIVERED', reason: outcome.reason };
    case 'slow down':
      throw new SlowDownError(outcome.says);
    case 'pause':
      throw new RefusesUsError(outcome.says);
    default:
      throw new SmppError(outcome.says);
  }
}
