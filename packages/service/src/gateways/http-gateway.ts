import type { AttemptAnswer } from '@cascade/types/gateway';
import { type Dispatcher, getGlobalDispatcher, request } from 'undici';
import { defined } from '../defined.ts';
import { type JsonObject, membersOf } from '../json-object.ts';
import type { Gateway, SendLease } from './gateway.ts';

export interface HttpGatewayOptions {
  /** Where attempts are posted. The operator chooses it, so any address is allowed. */
  readonly url: string;
  /** Sent as `authorization`, e.g. `Bearer …`. */
  readonly authorization?: string;
  /** Time-out of a request; 10 if absent. */
  readonly timeoutSeconds?: number;
  readonly dispatcher?: Dispatcher;
}

/** The longest response that is read. */
const answerBytes = 16_384;

/**
 * Posts each attempt as JSON, with its id as `idempotency-key`, as spec/gateway describes. The response must be a 2xx
 * with SENT, DELIVERED or UNDELIVERED. After any other response the outcome is unknown, and the attempt is posted again.
 */
export function createHttpGateway(options: HttpGatewayOptions): Gateway {
  const { url, authorization, timeoutSeconds = 10, dispatcher } = options;
  return {
    async send(attempt, lease) {
      lease.check();
      const answer = await request(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': attempt.attemptId,
          ...defined({ authorization }),
        },
        body: JSON.stringify(attempt),
        signal: AbortSignal.any([lease.signal, AbortSignal.timeout(timeoutSeconds * 1000)]),
        dispatcher: checkingAtWrite(dispatcher ?? getGlobalDispatcher(), lease),
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

/** Checks the lease again when the request is written: it may have waited for a connection, for longer than the lease holds. */
function checkingAtWrite(dispatcher: Dispatcher, { check }: SendLease): Dispatcher {
  return dispatcher.compose((dispatch) => (options, handler) => {
    const start = handler.onRequestStart?.bind(handler);
    handler.onRequestStart = (...written) => {
      check();
      start?.(...written);
    };
    return dispatch(options, handler);
  });
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

function parseResult(text: string): AttemptAnswer {
  const { status, reason, reference: id } = parseAnswer(text);
  const reference = typeof id === 'string' ? id : undefined;
  if (status === 'SENT' || status === 'DELIVERED') return defined({ status, reference } as const);
  if (status === 'UNDELIVERED' && typeof reason === 'string')
    return defined({ status, reason, reference } as const);
  throw new Error('the gateway answered with neither SENT, DELIVERED nor UNDELIVERED and a reason');
}

/** Invalid JSON counts as empty. The parser's error would quote the response, and errors are logged. */
function parseAnswer(text: string): JsonObject {
  try {
    return membersOf(JSON.parse(text));
  } catch {
    return {};
  }
}
