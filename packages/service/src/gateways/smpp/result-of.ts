import { defined } from '../../defined.ts';
import type { DeclaredSmpp } from '../../generated/declared-service.ts';
import type { GatewayResponse } from '../gateway.ts';
import { FewerAtOnceError, RefusedForNowError, RefusesUsError, SlowDownError } from '../gateway-lane.ts';
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
}

/**
 * The result of a submit_sm by its response. The settings say by command_status what the table would say
 * otherwise.
 * @throws {SlowDownError}, {FewerAtOnceError}, {RefusesUsError} or {SmppError} if the attempt must be
 * retried: with fewer submits, fewer at once, none until the account is in order, or the same one again. The
 * latter also if it is not an answer to the submit.
 */
export function resultOf(
  response: SubmitResponse,
  receiptReference: `smpp:${string}` | undefined,
  statuses: DeclaredSmpp['statuses'] = {},
): GatewayResponse {
  const { command, command_status: status } = response;
  const isNack = command === 'generic_nack' && status !== 0;
  if (command !== 'submit_sm_resp' && !isNack)
    throw new SmppError(`expected a submit_sm_resp, found ${command} with ${statusName(status)}`);
  if (status === 0) return defined({ status: 'SENT', receiptReference } as const);
  const own = Object.entries(statuses).find(([number]) => Number(number) === status)?.[1];
  const { name, action, setting } = submitStatus(status);
  const hint = setting === undefined || own !== undefined ? '' : ` (see the setting ${setting})`;
  const says = `the SMSC answered ${name}${hint}`;
  switch (own ?? action) {
    case 'slow down':
      throw new SlowDownError(says);
    case 'fewer at once':
      throw new FewerAtOnceError(says);
    case 'pause':
      throw new RefusesUsError(says);
    case 'retry':
      throw new RefusedForNowError(says);
    default:
      return { status: 'UNDELIVERED', reason: own ?? action };
  }
}
