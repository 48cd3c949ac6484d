import { createHmac, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { serve } from '@cascade/test-kit';

/** What is wrong with a gateway. */
export type GatewayFault =
  | 'answers with a text'
  | 'refuses unknown members'
  | 'takes small bodies only'
  | 'sends what comes again'
  | 'forgets what is under way'
  | 'has one reference'
  | 'takes any authorization'
  | 'sends before it refuses'
  | 'tells nothing'
  | 'tells once'
  | 'signs the parsed body'
  | 'writes statuses in lower case'
  | 'withdraws with a text'
  | 'is slow to withdraw'
  | 'withdraws once'
  | 'calls the unknown delivered'
  | 'withdraws for anyone'
  | 'delivers what it has withdrawn';

export interface FaultyGatewayOptions {
  readonly fault?: GatewayFault | undefined;
  readonly authorization: string;
  readonly receiptsUrl: string;
  readonly secret: string;
}

/** Status and body. */
type Answer = readonly [number, object | string];

const described = new Set(['channel', 'address', 'addressType', 'subject', 'content', 'traceparent']);

/** A gateway with one fault, or none. */
export function startFaultyGateway({ fault, authorization, receiptsUrl, secret }: FaultyGatewayOptions) {
  const answers = new Map<string, object>();
  const known = new Set<string>();
  const withdrawn = new Set<string>();
  const delivered = new Set<string>();
  let count = 0;
  let arrived = 0;

  async function send(attemptId: string): Promise<object> {
    if (fault === 'forgets what is under way') await untilQuiet();
    count += 1;
    known.add(attemptId);
    const answer = { status: 'SENT', reference: fault === 'has one reference' ? 'r' : `r${count}` };
    if (fault !== 'sends what comes again') answers.set(attemptId, answer);
    if (fault !== 'tells nothing') void tell(attemptId);
    return answer;
  }

  /** Until all that are posted at once have arrived: for a second, no other has. */
  async function untilQuiet(): Promise<void> {
    arrived += 1;
    for (let before = 0; before < arrived; await wait(1_000)) before = arrived;
  }

  async function withdraw(attemptId: string, key: string | undefined): Promise<Answer> {
    if (key !== authorization && fault !== 'withdraws for anyone') return [401, {}];
    if (fault === 'is slow to withdraw') await wait(10_000);
    if (fault === 'withdraws with a text') return [200, 'OK'];
    const isKnown = known.has(attemptId) || fault === 'calls the unknown delivered';
    return isKnown ? [200, { status: withdrawnNow(attemptId) }] : [404, {}];
  }

  function withdrawnNow(attemptId: string): string {
    if (delivered.has(attemptId) || !known.has(attemptId)) return 'DELIVERED';
    if (fault === 'withdraws once' && withdrawn.has(attemptId)) return 'SENT';
    withdrawn.add(attemptId);
    return 'WITHDRAWN';
  }

  async function tell(attemptId: string): Promise<void> {
    // Time for a withdrawal.
    await wait(2_000);
    if (withdrawn.has(attemptId) && fault !== 'delivers what it has withdrawn') return;
    delivered.add(attemptId);
    const status = fault === 'writes statuses in lower case' ? 'delivered' : 'DELIVERED';
    const body = JSON.stringify({ attemptId, status, at: new Date().toISOString() }, undefined, 1);
    const signed = fault === 'signs the parsed body' ? JSON.stringify(JSON.parse(body)) : body;
    const id = randomUUID();
    for (let tries = 0; tries < 5; tries += 1) {
      const headers = { 'content-type': 'application/json', ...sign(id, signed, secret) };
      const answer = await fetch(receiptsUrl, { method: 'POST', headers, body }).catch(() => undefined);
      if (answer?.status === 204 || fault === 'tells once') return;
    }
  }

  async function answerTo(request: IncomingMessage): Promise<Answer> {
    const body = await text(request);
    if (request.method !== 'POST') return [405, {}];
    const { attemptId, ...members } = JSON.parse(body);
    if (request.url?.startsWith('/withdraw')) return withdraw(attemptId, request.headers.authorization);
    if (request.headers.authorization !== authorization && fault !== 'takes any authorization') {
      if (fault === 'sends before it refuses') await send(attemptId);
      return [401, {}];
    }
    const odd = oddAnswer(fault, body, members);
    if (odd !== undefined) return odd;
    return [200, answers.get(attemptId) ?? (await send(attemptId))];
  }

  return serve(async (request, response) => {
    const [status, body] = await answerTo(request);
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
}

/** What a fault answers instead of the right answer. */
function oddAnswer(fault: GatewayFault | undefined, body: string, members: object): Answer | undefined {
  if (fault === 'answers with a text') return [200, 'OK'];
  if (fault === 'takes small bodies only' && body.length > 100_000) return [413, {}];
  if (fault === 'refuses unknown members' && Object.keys(members).some((name) => !described.has(name)))
    return [400, {}];
  return undefined;
}

function sign(id: string, body: string, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
