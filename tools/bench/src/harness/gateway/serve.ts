import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { serve } from '@cascade/repository/test-kit';
import type { GatewayAttempt } from '@cascade/service/bench';
import { sceneOf } from '@cascade/types/demo-numbers';
import { Webhook } from 'standardwebhooks';
import { postReceipt } from '../callers.ts';
import { startSmsc } from './smsc.ts';
import { createTally, type LossWindow, type View } from './tally.ts';

/** How the gateway behaves; all of it must be JSON. */
export interface GatewayBehaviour {
  /** Milliseconds from a message to its answer. */
  readonly latencyMs: number;
  /**
   * Whether HTTP answers SENT, and the outcome follows in a receipt; otherwise the answer is the simulator's.
   * By SMPP each outcome is a receipt.
   */
  readonly hasReceipts: boolean;
  /** By SMPP: whether an ENROUTE comes before each final receipt. */
  readonly isEnroute: boolean;
  /** Signs receipts; begins with `whsec_`. */
  readonly secret: string;
}

export interface Ready {
  readonly url: string;
  readonly smppPort: number;
}

/**
 * What the parent asks; the gateway answers `view` with a {@link View}, and `counts` with pairs of request id
 * and times.
 */
export type Question =
  | { readonly ask: 'view'; readonly faults: readonly LossWindow[]; readonly windowMs: number }
  | { readonly ask: 'counts' }
  /** Where receipts of HTTP go: the operations addresses of the replicas that live. No answer. */
  | { readonly ask: 'report-to'; readonly urls: readonly string[] }
  /** Whether a channel is answered by nothing. No answer. */
  | { readonly ask: 'hang'; readonly channel: string; readonly isHanging: boolean };

export type Counts = readonly (readonly [requestId: string, times: number])[];

/**
 * A gateway in a process of its own, by HTTP (spec/gateway) and SMPP, which counts each message that it
 * takes. It treats each number as the simulator does (ADR-0038). It sends a repeated attempt again, so that
 * each repetition shows.
 */
const { latencyMs, hasReceipts, isEnroute, secret } = JSON.parse(process.argv[2] ?? '{}') as GatewayBehaviour;
const tally = createTally();
const webhook = new Webhook(secret);
const failed = new Map<string, number>();
let receivers: readonly string[] = [];
let turn = 0;
const hanging = new Set<string>();

async function take(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const { attemptId, channel, address, content } = (await json(incoming)) as GatewayAttempt;
  // Like a gateway that was never reached: what it was asked is not counted as sent.
  if (hanging.has(channel)) return;
  const { failures, response: result, receipts } = sceneOf(address, channel);
  const before = failed.get(attemptId) ?? 0;
  if (before < failures) {
    failed.set(attemptId, before + 1);
    response.writeHead(503).end();
    return;
  }
  const onAnswer = tally.note(JSON.stringify(content), channel, attemptId);
  if (latencyMs > 0) await setTimeout(latencyMs);
  const isLater = hasReceipts && result.status !== 'SENT';
  const answer = { reference: `counted-${attemptId}`, ...(isLater ? { status: 'SENT' } : result) };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  onAnswer();
  for (const { afterSeconds, ...receipt } of isLater ? [{ ...result, afterSeconds: 0 }] : receipts)
    void setTimeout(afterSeconds * 1_000).then(() => report(attemptId, receipt));
}

/** Posts a receipt until a replica has taken it. */
async function report(attemptId: string, receipt: object): Promise<void> {
  const posted = { attemptId, ...receipt, at: new Date().toISOString() };
  turn += 1;
  const id = `receipt-${turn}`;
  for (let attempt = turn; ; attempt += 1) {
    const url = receivers[attempt % receivers.length];
    if (url !== undefined && (await postReceipt(url, webhook, id, posted))) return;
    await setTimeout(500);
  }
}

const { url } = await serve((incoming, response) => {
  // A killed replica leaves half a request.
  take(incoming, response).catch(() => response.destroy());
});
const smppPort = await startSmsc({
  onSend: (text) => tally.note(text, 'SMS'),
  latencyMs,
  isEnroute,
});

process.on('message', (question: Question) => {
  if (question.ask === 'report-to') receivers = question.urls;
  else if (question.ask === 'hang') hanging[question.isHanging ? 'add' : 'delete'](question.channel);
  else if (question.ask === 'counts') process.send?.(tally.counts() satisfies Counts);
  else process.send?.(tally.view(question.faults, question.windowMs) satisfies View);
});
// Ctrl-C is for the parent, which ends this process when nothing needs it any more.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit());
process.send?.({ url, smppPort } satisfies Ready);
