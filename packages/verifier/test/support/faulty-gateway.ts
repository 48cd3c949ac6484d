import { createHmac, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { serve } from '@cascade/repository/test-kit';
import type { Attempt } from '@cascade/types/gateway';

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
  | 'delivers what it has withdrawn'
  | 'refuses an end'
  | 'sends what has expired'
  | 'sends what it calls expired'
  | 'looks at the end before the key'
  | 'calls a repetition duplicated'
  | 'fails what comes while it sends'
  | 'stays under way if its caller leaves'
  | 'drops what is too much'
  | 'refuses a wrong address with 400'
  | 'withdraws by the reference'
  | 'withdraws with described fields only'
  | 'withdraws what was delivered'
  | 'gives each try a new id'
  | 'waits for answers without an end';

export interface FaultyGatewayOptions {
  readonly fault?: GatewayFault | undefined;
  readonly authorization: string;
  readonly receiptsUrl: string;
  readonly secret: string;
  /** Attempts under way at once; more get 429. No limit if absent. */
  readonly most?: number;
}

/** Status, body and headers; null if the connection is closed instead. */
type Answer = readonly [number, object | string, Record<string, string>?] | null;

const described = new Set(['attemptId', 'channel', 'addressType', 'subject', 'content', 'traceparent']);

/** The faults that show while an attempt is under way, which then takes a while. */
const slow: ReadonlySet<GatewayFault | undefined> = new Set<GatewayFault>([
  'forgets what is under way',
  'fails what comes while it sends',
  'drops what is too much',
]);
/** Those of a gateway that sends an attempt again though it is under way. */
const forgetful: ReadonlySet<GatewayFault | undefined> = new Set<GatewayFault>([
  'forgets what is under way',
  'sends what comes again',
]);
/** Attempts at once of the gateway that drops more. */
const mostDropped = 10;
const tooLate = { status: 'UNDELIVERED', reason: 'message-undeliverable' };

/** A gateway with one fault, or none. */
export async function startFaultyGateway(options: FaultyGatewayOptions) {
  const gateway = new FaultyGateway(options);
  const serving = await serve(async (request, response) => {
    const left = new Promise((resolve) => response.once('close', () => resolve(true)));
    const answer = await gateway.answerTo(request, left);
    if (answer === null) return void response.destroy();
    const [status, body, headers = {}] = answer;
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  /** How often it has asked for less. */
  return { ...serving, limited: () => gateway.limited };
}

class FaultyGateway {
  limited = 0;
  readonly #options: FaultyGatewayOptions;
  readonly #fault: GatewayFault | undefined;
  readonly #answers = new Map<string, object>();
  readonly #underWay = new Set<string>();
  /** The references of the attempts that were sent. */
  readonly #known = new Map<string, string>();
  readonly #withdrawn = new Set<string>();
  readonly #delivered = new Set<string>();
  #arrived = 0;

  constructor(options: FaultyGatewayOptions) {
    this.#options = options;
    this.#fault = options.fault;
  }

  async answerTo(request: IncomingMessage, left: Promise<unknown>): Promise<Answer> {
    const body = await text(request);
    if (request.method !== 'POST') return [405, {}];
    const { authorization } = request.headers;
    const isOurs = authorization === this.#options.authorization;
    if (request.url?.startsWith('/withdraw')) return this.#withdraw(body, isOurs);
    if (!isOurs && this.#fault !== 'takes any authorization') {
      if (this.#fault === 'sends before it refuses') await this.#send(JSON.parse(body).attemptId);
      return [401, {}];
    }
    return oddAnswer(this.#fault, body) ?? this.#take(JSON.parse(body), left);
  }

  async #take({ attemptId, expiresAt }: Attempt, left: Promise<unknown>): Promise<Answer> {
    const isLate = Date.parse(expiresAt ?? '') < Date.now() && this.#fault !== 'sends what has expired';
    const looksFirst = this.#fault !== 'looks at the end before the key' || !isLate;
    const before = looksFirst ? this.#answers.get(attemptId) : undefined;
    if (before !== undefined)
      return [200, this.#fault === 'calls a repetition duplicated' ? { ...before, ...duplicated } : before];
    if (isLate && this.#fault === 'sends what it calls expired') void this.#tell(attemptId);
    return isLate ? [200, tooLate] : this.#sendOnce(attemptId, left);
  }

  async #sendOnce(attemptId: string, left: Promise<unknown>): Promise<Answer> {
    const { most = Number.POSITIVE_INFINITY } = this.#options;
    if (this.#underWay.has(attemptId) && !forgetful.has(this.#fault))
      return [this.#fault === 'fails what comes while it sends' ? 500 : 409, {}];
    if (this.#fault === 'drops what is too much' && this.#underWay.size >= mostDropped) return null;
    if (this.#underWay.size >= most) {
      this.limited += 1;
      return [429, {}, { 'retry-after': '1' }];
    }
    this.#underWay.add(attemptId);
    if (this.#fault === 'stays under way if its caller leaves' && (await leaves(left))) return null;
    const answer = await this.#send(attemptId);
    this.#underWay.delete(attemptId);
    return [200, answer];
  }

  async #send(attemptId: string): Promise<object> {
    if (slow.has(this.#fault)) await this.#untilQuiet();
    if (this.#options.most !== undefined) await wait(1_000);
    const reference = this.#fault === 'has one reference' ? 'r' : `r${this.#known.size}-${randomUUID()}`;
    this.#known.set(attemptId, reference);
    const answer = { status: 'SENT', reference };
    if (this.#fault !== 'sends what comes again') this.#answers.set(attemptId, answer);
    if (this.#fault !== 'tells nothing') void this.#tell(attemptId);
    return answer;
  }

  /** Until all that are posted at once have arrived: for a second, no other has. */
  async #untilQuiet(): Promise<void> {
    this.#arrived += 1;
    for (let before = 0; before < this.#arrived; await wait(1_000)) before = this.#arrived;
  }

  async #withdraw(body: string, isOurs: boolean): Promise<Answer> {
    const { attemptId, reference, ...more } = JSON.parse(body);
    const fault = this.#fault;
    if (!isOurs && fault !== 'withdraws for anyone') return [401, {}];
    if (fault === 'is slow to withdraw') await wait(10_000);
    if (fault === 'withdraws with a text') return [200, 'OK'];
    if (fault === 'withdraws with described fields only' && Object.keys(more).length > 0) return [400, {}];
    if (fault === 'withdraws by the reference' && this.#known.get(attemptId) !== reference) return [404, {}];
    const isKnown = this.#known.has(attemptId) || fault === 'calls the unknown delivered';
    return isKnown ? [200, { status: this.#withdrawnNow(attemptId) }] : [404, {}];
  }

  #withdrawnNow(attemptId: string): string {
    if (!this.#known.has(attemptId)) return 'DELIVERED';
    if (this.#delivered.has(attemptId) && this.#fault !== 'withdraws what was delivered') return 'DELIVERED';
    if (this.#fault === 'withdraws once' && this.#withdrawn.has(attemptId)) return 'SENT';
    this.#withdrawn.add(attemptId);
    return 'WITHDRAWN';
  }

  async #tell(attemptId: string): Promise<void> {
    // Time for a withdrawal.
    await wait(2_000);
    if (this.#withdrawn.has(attemptId) && this.#fault !== 'delivers what it has withdrawn') return;
    this.#delivered.add(attemptId);
    const status = this.#fault === 'writes statuses in lower case' ? 'delivered' : 'DELIVERED';
    const body = JSON.stringify({ attemptId, status, at: new Date().toISOString() }, undefined, 1);
    const id = randomUUID();
    for (let tries = 0; tries < 5; tries += 1) {
      const isTaken = await this.#post(this.#fault === 'gives each try a new id' ? randomUUID() : id, body);
      if (isTaken || this.#fault === 'tells once') return;
    }
  }

  async #post(id: string, body: string): Promise<boolean> {
    const { receiptsUrl, secret } = this.#options;
    const signed = this.#fault === 'signs the parsed body' ? JSON.stringify(JSON.parse(body)) : body;
    const headers = { 'content-type': 'application/json', ...sign(id, signed, secret) };
    const isPatient = this.#fault === 'waits for answers without an end';
    const patience = isPatient ? {} : { signal: AbortSignal.timeout(2_000) };
    const posting = fetch(receiptsUrl, { method: 'POST', headers, body, ...patience });
    const answer = await posting.catch(() => undefined);
    return answer?.status === 204;
  }
}

const duplicated = { status: 'UNDELIVERED', reason: 'duplicated' };

/** Whether the caller leaves within a second. */
async function leaves(left: Promise<unknown>): Promise<boolean> {
  return (await Promise.race([left, wait(1_000)])) === true;
}

/** What a fault answers instead of the right answer. */
function oddAnswer(fault: GatewayFault | undefined, body: string): Answer | undefined {
  const { address, expiresAt, ...members } = JSON.parse(body);
  if (fault === 'answers with a text') return [200, 'OK'];
  if (fault === 'takes small bodies only' && body.length > 100_000) return [413, {}];
  if (fault === 'refuses an end' && expiresAt !== null) return [400, {}];
  if (fault === 'refuses a wrong address with 400' && !/^\+\d+$/.test(address)) return [400, {}];
  const isDescribed = (name: string) => described.has(name);
  if (fault === 'refuses unknown members' && !Object.keys(members).every(isDescribed)) return [400, {}];
  return undefined;
}

function sign(id: string, body: string, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
