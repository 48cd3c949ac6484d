import {
  bodyLimitInBytes,
  type DeservedProblem,
  judgeMediaType,
  parseBody,
  problem,
} from '@cascade/validator';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Account, AccountDirectory } from '../accounts/index.ts';
import { describeError, type Log } from '../jobs/log.ts';
import { sendAnswer, sendProblem } from './answer.ts';
import type { Operation } from './operations/operation.ts';
import { createRateLimit } from './rate-limit.ts';
import { isStoreAway } from './store-failure.ts';

/** An answered request: enough for metrics and the log, and nothing of key, address or text. */
export interface Served {
  readonly operation: string;
  readonly status: number;
  /** The problem code, or nothing. */
  readonly code: string | undefined;
  readonly seconds: number;
}

export interface ServerOptions {
  readonly directory: AccountDirectory;
  /** By path; all are POST (ADR-0013, ADR-0014). */
  readonly operations: Readonly<Record<string, Operation>>;
  readonly log: Log;
  readonly onServed?: (served: Served) => void;
}

/** The HTTP server of the API: URL, method, key, rate, media type, size, JSON, and then the operation (ADR-0010). */
export function createServer({
  directory,
  operations,
  log,
  onServed = () => {},
}: ServerOptions): FastifyInstance {
  const server = fastify({
    bodyLimit: bodyLimitInBytes,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });
  const rateLimit = createRateLimit();
  const accounts = new WeakMap<FastifyRequest, Account>();

  function gate(request: FastifyRequest): DeservedProblem | undefined {
    const account = directory.findByKey(keyOf(request));
    if (account === undefined) return problem('auth-error');
    accounts.set(request, account);
    if (!rateLimit.passes(account.id, account.settings.requestsPerSecond))
      return problem('too-many-requests');
    return judgeMediaType(request.headers);
  }

  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
  for (const [path, operation] of Object.entries(operations)) {
    server.post(path, {
      onRequest: (request, reply, next) => {
        const refused = gate(request);
        if (refused === undefined) next();
        else sendProblem(request, reply, refused);
      },
      handler: (request, reply) => perform(operation, accounts.get(request), request, reply),
    });
  }
  server.setNotFoundHandler((request, reply) => {
    const known = Object.hasOwn(operations, pathOf(request));
    if (known) reply.header('allow', 'POST');
    return sendProblem(request, reply, problem(known ? 'method-not-allowed' : 'not-found'));
  });
  server.setErrorHandler((error, request, reply) => sendProblem(request, reply, problemOf(error, log)));
  server.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status, elapsedTime } = reply;
    const operation = request.routeOptions.url ?? 'unknown';
    onServed({ operation, status, code: request.problemCode, seconds: elapsedTime / 1_000 });
    done();
  });
  return server;
}

async function perform(
  operation: Operation,
  account: Account | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (account === undefined) return sendProblem(request, reply, problem('auth-error'));
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const body = parseBody(bytes);
  return sendAnswer(request, reply, 'problem' in body ? body : await operation(account, body.value));
}

/** What an error is to the client; only a fault of ours is logged as one. */
function problemOf(error: unknown, log: Log): DeservedProblem {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return problem('payload-too-large');
  if (code.startsWith('FST_ERR_CTP_'))
    return problem('matched-template-not-found', { detail: 'the body is not a JSON object' });
  const away = isStoreAway(error);
  log.error({ error: describeError(error) }, away ? 'the store is away' : 'a request failed');
  return problem(away ? 'service-unavailable' : 'system-error');
}

/** Node reads header bytes as Latin-1; this gives them back as they came. */
function keyOf({ headers }: FastifyRequest): string {
  const key = headers['x-api-key'];
  return typeof key === 'string' ? Buffer.from(key, 'latin1').toString('utf8') : '';
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? url;
}
