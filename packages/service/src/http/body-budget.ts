import type { IncomingMessage } from 'node:http';
import { bodyLimitInBytes } from '@cascade/validator';
import { declaredLength } from './linger.ts';

/** Bytes of bodies that may be under way at once: all together, and those of one account. */
export interface BodyLimits {
  readonly total: number;
  readonly perAccount: number;
}

/**
 * What a body becomes on its way to the store (text, values, a statement) takes many times its size. An account can
 * have thousands of ordinary requests under way, eight of the largest, and no more than a quarter of the whole.
 */
const defaultBodyLimits: BodyLimits = {
  total: 32 * bodyLimitInBytes,
  perAccount: 8 * bodyLimitInBytes,
};

/** Bounds the memory that requests take from their headers to their answer. */
export interface BodyBudget {
  /** Makes room for a body, and answers how to give it back; nothing if there is no room now. */
  admit(accountId: number, bytes: number): (() => void) | undefined;
}

export function createBodyBudget({ total, perAccount }: BodyLimits = defaultBodyLimits): BodyBudget {
  const byAccount = new Map<number, number>();
  let taken = 0;
  const add = (accountId: number, bytes: number) => {
    taken += bytes;
    const left = (byAccount.get(accountId) ?? 0) + bytes;
    if (left === 0) byAccount.delete(accountId);
    else byAccount.set(accountId, left);
  };
  return {
    admit(accountId, bytes) {
      if (taken + bytes > total || (byAccount.get(accountId) ?? 0) + bytes > perAccount) return undefined;
      add(accountId, bytes);
      return () => add(accountId, -bytes);
    },
  };
}

/** Shares what is given back once: when the last of those who hold it lets go. */
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

/** What a body can have at most: as much as it says, or as much as is let in. */
export function largestLength({ headers }: IncomingMessage): number {
  return headers['transfer-encoding'] === undefined ? declaredLength(headers) : bodyLimitInBytes;
}
