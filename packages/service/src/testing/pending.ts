import type { PendingCallback } from '../callbacks/pending-callback.ts';

/** A callback that waits to be sent, about which nothing matters but what a test says. */
export function pendingCallback(details: Partial<PendingCallback> = {}): PendingCallback {
  return {
    parcel: {
      ...{ id: 'parcel-1', accountId: 1, owner: 1, isFirst: false },
      entries: [{ eventId: 'evt_1', turn: 0 }],
    },
    eventId: 'evt_1',
    turn: 0,
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
