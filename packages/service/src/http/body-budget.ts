import type { IncomingMessage } from 'node:http';
import { bodyLimitInBytes } from '@cascade/validator';
import type { FastifyReply } from 'fastify';
import { createFairShare } from '../sharing/fair-share.ts';
import { declaredLength } from './answer.ts';

/** Bytes of bodies in progress: the limit for all accounts together, and for one account. */
export interface BodyLimits {
  readonly total: number;
  readonly perAccount: number;
}

/**
 * On its way to the store a body becomes text, values and a statement, at many times its size. One account
 * may have thousands of ordinary requests in progress, or eight of the largest: a quarter of the total.
 */
const defaultBodyLimits: BodyLimits = {
  total: 32 * bodyLimitInBytes,
  perAccount: 8 * bodyLimitInBytes,
};

/** Limits the memory of requests, from their headers to their answers. */
export type BodyBudget = ReturnType<typeof createBodyBudget>;

export function createBodyBudget({ total, perAccount }: BodyLimits = defaultBodyLimits) {
  const quotas = createFairShare(total, { ofParty: perAccount });
  return {
    /** Reserves room for a body and returns its release; undefined if there is no room. */
    admit(accountId: number, bytes: number): (() => void) | undefined {
      const party = [`${accountId}`];
      if (quotas.spare(party) < bytes) return undefined;
      quotas.take(party, bytes);
      return () => quotas.give(party, bytes);
    },
  };
}

/** Shares a release between holders. It runs when the last holder releases. */
export function share(release: () => void): () => () => void {
  let holders = 0;
  return () => {
    holders += 1;
    return () => {
      holders -= 1;
      if (holders === 0) release();
    };
  };
}

/** Upper bound of the size of a body: Content-Length, else the limit. */
export function largestLength({ headers }: IncomingMessage): number {
  return headers['transfer-encoding'] === undefined ? declaredLength(headers) : bodyLimitInBytes;
}

/** For an account two of the largest pages of the history. */
export const defaultAnswerLimits: BodyLimits = { total: 32 * 1024 * 1024, perAccount: 8 * 1024 * 1024 };

/**
 * Reserves room for an answer until its client has read it; false if there is none. A client that reads
 * nothing for as long as the patience is disconnected, so that it does not keep the room.
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
