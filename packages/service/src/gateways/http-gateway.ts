import type { AttemptAnswer } from '@cascade/types/gateway';
import { type Dispatcher, getGlobalDispatcher } from 'undici';
import { defined } from '../defined.ts';
import type { DeclaredHttp } from '../generated/declared-service.ts';
import { type JsonObject, membersOf } from '../json-object.ts';
import { post } from '../post.ts';
import type { Gateway } from './gateway.ts';

/** The operator chooses where attempts are posted, so any address is allowed. */
interface HttpGatewayOptions extends Omit<DeclaredHttp, 'kind'> {
  readonly dispatcher?: Dispatcher;
}

/**
 * Posts each attempt as JSON, with its id as `idempotency-key`, as spec/gateway describes. The response must
 * be a 2xx with SENT, DELIVERED or UNDELIVERED. After any other response the outcome is unknown, and the
 * attempt is posted again.
 */
export function createHttpGateway(options: HttpGatewayOptions): Gateway {
  const { url, authorization, timeoutSeconds = 10, dispatcher } = options;
  const timeoutMs = timeoutSeconds * 1_000;
  return {
    async send(attempt, { signal, check }) {
      check();
      const { status, text } = await post(dispatcher ?? getGlobalDispatcher(), {
        url,
        headers: {
          'content-type': 'application/json',
          'idempotency-key': attempt.attemptId,
          ...defined({ authorization }),
        },
        body: JSON.stringify(attempt),
        timeoutMs,
        bodyMs: timeoutMs,
        signal,
        // It may have waited for a connection, for longer than the lease holds.
        check,
      });
      if (status < 200 || status > 299) throw new Error(`the gateway answered ${status}`);
      if (text === undefined) throw new Error('the gateway answered too much, or its response broke off');
      return parseResult(text);
    },
  };
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
