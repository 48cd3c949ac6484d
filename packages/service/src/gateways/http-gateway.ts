import { type Dispatcher, request } from 'undici';
import type { Gateway, GatewayResult } from './gateway.ts';

export interface HttpGatewayOptions {
  /** Where attempts are posted; the operator's own choice, so any address is allowed. */
  readonly url: string;
  /** Sent as `authorization`, e.g. `Bearer …`. */
  readonly authorization?: string;
  /** 10 if absent. */
  readonly timeoutSeconds?: number;
  readonly dispatcher?: Dispatcher;
}

/** More than any answer needs. */
const answerBytes = 16_384;

/**
 * Posts each attempt as JSON, with its id as `idempotency-key`. Only a 2xx answer that says SENT, DELIVERED or
 * UNDELIVERED is an answer; after anything else nobody knows what became of the attempt, and it is posted again.
 */
export function createHttpGateway(options: HttpGatewayOptions): Gateway {
  const { url, authorization, timeoutSeconds = 10, dispatcher } = options;
  return {
    async send(attempt) {
      const answer = await request(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': attempt.attemptId,
          ...(authorization === undefined ? {} : { authorization }),
        },
        body: JSON.stringify(attempt),
        signal: AbortSignal.timeout(timeoutSeconds * 1000),
        ...(dispatcher === undefined ? {} : { dispatcher }),
      });
      const { statusCode } = answer;
      if (statusCode < 200 || statusCode > 299) {
        await answer.body.dump({ limit: answerBytes }).catch(() => {});
        throw new Error(`the gateway answered ${statusCode}`);
      }
      return parseResult(await readText(answer.body));
    },
  };
}

async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > answerBytes) throw new Error('the gateway answered too much');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

interface Answer {
  readonly status?: unknown;
  readonly reason?: unknown;
  readonly reference?: unknown;
}

function parseResult(text: string): GatewayResult {
  const answer = parseAnswer(text);
  const reference = typeof answer.reference === 'string' ? { reference: answer.reference } : {};
  const { status } = answer;
  if (status === 'SENT' || status === 'DELIVERED') return { status, ...reference };
  if (status === 'UNDELIVERED' && typeof answer.reason === 'string')
    return { status, reason: answer.reason, ...reference };
  throw new Error('the gateway answered with neither SENT, DELIVERED nor UNDELIVERED and a reason');
}

/** What cannot be parsed says nothing. The parser's own error would quote it, and errors are logged. */
function parseAnswer(text: string): Answer {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}
