import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Attempt, AttemptAnswer, Receipt, WithdrawalAnswer } from '@cascade/types/gateway';
import { outcomeAt } from './outcome.ts';
import { createReceipts } from './receipts.ts';

const { PORT = '8080', GATEWAY_AUTHORIZATION, RECEIPTS_URL, RECEIPT_SECRET } = process.env;
const mostBytes = 2 * 1024 * 1024;
const receipts = createReceipts({ url: RECEIPTS_URL, secret: RECEIPT_SECRET });

/**
 * The answer to each attempt, by its idempotency key. A gateway that really sends keeps them in a table with
 * a unique key, for at least 24 hours: this map is lost when the process ends, and drops the oldest beyond
 * 100,000.
 */
const answers = new Map<string, AttemptAnswer>();
const mostAnswers = 100_000;

/** How often an attempt to a number that fails at first came so far. */
const failures = new Map<string, number>();

/** What became of each attempt that was sent, and the receipts that are still to come. */
const sent = new Map<string, { status: WithdrawalAnswer['status']; receipts: NodeJS.Timeout[] }>();

const server = createServer((request, response) => {
  handle(request, response).catch((error: unknown) => {
    console.error(error);
    if (!response.headersSent) response.writeHead(500);
    response.end();
  });
});
server.listen(Number(PORT), '127.0.0.1', () => {
  const address = server.address();
  console.log(`listening on http://127.0.0.1:${typeof address === 'object' ? address?.port : PORT}/send`);
});

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await read(request);
  if (request.headers.authorization !== GATEWAY_AUTHORIZATION) return end(response, 401);
  if (request.method !== 'POST') return end(response, 405);
  if (body === undefined) return end(response, 413);
  if (request.url === '/withdraw') {
    withdraw(response, body);
    return;
  }
  const attempt = attemptIn(body);
  if (attempt === undefined || request.headers['idempotency-key'] !== attempt.attemptId)
    return end(response, 400);
  // First the key: what was sent in time and comes again has its first answer.
  const answer = answers.get(attempt.attemptId) ?? (isTooLate(attempt) ? tooLate : send(attempt));
  // Any answer but 2xx means that the outcome is unknown: the service posts the attempt again.
  if (answer === undefined) return end(response, 503);
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
}

/** The next channel of the cascade has begun. */
const tooLate: AttemptAnswer = { status: 'UNDELIVERED', reason: 'message-undeliverable' };

function isTooLate({ expiresAt }: Attempt): boolean {
  return typeof expiresAt === 'string' && Date.parse(expiresAt) <= Date.now();
}

/**
 * Here a real gateway sends the message. This one sends nothing; the address decides, as with the simulator.
 */
function send({ attemptId, address, channel }: Attempt): AttemptAnswer | undefined {
  const outcome = outcomeAt(address, channel);
  const failed = failures.get(attemptId) ?? 0;
  if (failed < outcome.failures) {
    failures.set(attemptId, failed + 1);
    return undefined;
  }
  failures.delete(attemptId);
  const answer = { ...outcome.answer, reference: `example-${answers.size}-${attemptId}` };
  answers.set(attemptId, answer);
  const timers = outcome.receipts.map(({ afterSeconds, ...change }) =>
    setTimeout(() => report(attemptId, change), afterSeconds * 1_000),
  );
  sent.set(attemptId, { status: answer.status, receipts: timers });
  const [oldest] = answers.keys();
  if (answers.size > mostAnswers && oldest !== undefined) forget(oldest);
  return answer;
}

function report(attemptId: string, change: Pick<Receipt, 'status' | 'reason'>): void {
  const one = sent.get(attemptId);
  if (one !== undefined) one.status = change.status;
  receipts.post({ attemptId, ...change, at: new Date().toISOString() });
}

function forget(attemptId: string): void {
  answers.delete(attemptId);
  sent.delete(attemptId);
}

/**
 * The stage of the attempt is over. Here a real gateway asks its provider not to deliver the message any
 * more, and answers within a second (ADR-0053).
 */
function withdraw(response: ServerResponse, body: string): void {
  const one = sent.get(idIn(body) ?? '');
  if (one === undefined) {
    end(response, 404);
    return;
  }
  if (one.status === 'SENT' || one.status === 'DELAYED') {
    one.status = 'WITHDRAWN';
    for (const receipt of one.receipts) clearTimeout(receipt);
  }
  const answer: WithdrawalAnswer = { status: one.status };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
}

function idIn(body: string): string | undefined {
  try {
    return JSON.parse(body).attemptId;
  } catch {
    return undefined;
  }
}

/** Further members are let through. */
function attemptIn(body: string): Attempt | undefined {
  try {
    const attempt = JSON.parse(body);
    const texts = [attempt.attemptId, attempt.channel, attempt.address];
    return texts.every((text) => typeof text === 'string') ? attempt : undefined;
  } catch {
    return undefined;
  }
}

async function read(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= mostBytes) chunks.push(chunk);
  }
  return bytes > mostBytes ? undefined : Buffer.concat(chunks).toString('utf8');
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}
