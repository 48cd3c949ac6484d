import type { Job } from 'pg-boss';
import type { CallbackJob } from '../callbacks/callback-jobs.ts';
import type { PendingCallback } from '../callbacks/pending-callback.ts';

/** A callback that waits to be sent, about which nothing matters but what a test says. */
export function pendingCallback(details: Partial<PendingCallback> = {}): PendingCallback {
  return {
    job: callbackJob(),
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

function callbackJob(): Job<CallbackJob> {
  return {
    id: 'job-1',
    name: 'cascade-callback',
    data: { eventIds: ['evt_1'] },
    expireInSeconds: 1,
    heartbeatSeconds: null,
    retryCount: 0,
    signal: new AbortController().signal,
  };
}
