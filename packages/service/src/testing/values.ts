import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { PendingCallback } from '../callbacks/pending-callback.ts';
import type { SendLease } from '../gateways/gateway.ts';
import type { TurnLease } from '../gateways/gateway-lane.ts';
import type { IntakeItem } from '../intake/commit-batch.ts';
import { fingerprint } from '../intake/kept-fields.ts';

/** A callback that waits to be sent, about which nothing matters but what a test says. */
export function pendingCallback(details: Partial<PendingCallback> = {}): PendingCallback {
  return {
    eventId: 'evt_1',
    turn: 0,
    owner: 1,
    letGo() {},
    accountId: 1,
    url: 'https://receiver.example/status',
    version: 1,
    headers: {},
    secrets: [],
    body: '{}',
    attempts: 0,
    firstDueAt: null,
    earlier: [],
    lastError: null,
    traceparent: null,
    ...details,
  };
}

/** A lease that is never lost. */
export const heldLease: SendLease = {
  signal: new AbortController().signal,
  check() {},
  leftMs: () => null,
};

/** The same, with as many turns as are asked for. */
export const heldTurn: TurnLease = { ...heldLease, async next() {} };

/** A lease until the test aborts it. */
export function abortableLease(): { readonly lease: SendLease; abort(): void } {
  const controller = new AbortController();
  const { signal } = controller;
  const lease: SendLease = { signal, check: () => signal.throwIfAborted(), leftMs: () => null };
  return { lease, abort: () => controller.abort() };
}

/** A message that costs 1, with a request id of its own. */
export function intakeItem(accountId: number): IntakeItem {
  const requestId = randomUUID();
  const content = { smsContent: { contentType: 'TEXT', text: requestId } };
  const address = '+12025550100';
  return {
    accountId,
    requestId,
    message: {
      requestIdAsSent: requestId,
      cascadeId: 2002,
      address,
      addressType: 'PHONE',
      kept: {},
      startAt: null,
      fingerprint: fingerprint(address, content),
      cost: 1,
      stages: [],
      content,
    },
  };
}

/** The request ids of the messages of an account. */
export async function storedRequestIds(pool: Pool, accountId: number): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select request_id as id from cascade.messages where account_id = $1',
    [accountId],
  );
  return rows.map(({ id }) => id);
}
