import type { FastifyReply } from 'fastify';
import type { BodyBudget, BodyLimits } from './body-budget.ts';

/** For an account two of the largest pages of the history. */
export const defaultAnswerLimits: BodyLimits = { total: 32 * 1024 * 1024, perAccount: 8 * 1024 * 1024 };

/**
 * Reserves room for an answer until its client has read it; false if there is none. A client that reads nothing for as
 * long as the patience is disconnected, so that it does not keep the room.
 */
export function holdRoomUntilRead(
  budget: BodyBudget,
  { accountId, bytes, patienceMs }: { accountId: number; bytes: number; patienceMs: number },
  { raw }: FastifyReply,
): boolean {
  const release = budget.admit(accountId, bytes);
  if (release === undefined) return false;
  // A connection that is closed does not close once more.
  if (raw.destroyed || raw.closed) {
    release();
    return true;
  }
  raw.once('close', release);
  raw.setTimeout(patienceMs, () => raw.destroy());
  return true;
}
