import type { Server } from 'node:http';
import {
  bodyLimitInBytes,
  parseBody,
  payloadTooLarge,
  problem,
  type RequestProblem,
  serviceUnavailable,
  systemError,
} from '@cascade/validator';
import { type BareAnswer, createConnectionRefusals } from '@cascade/validator/transport';
import { type Context, context, SpanKind, trace } from '@opentelemetry/api';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Account } from '../accounts/directory/account.ts';
import { describeError, type Log } from '../log.ts';
import { ProcessorShare } from '../sharing/processor-share.ts';
import { isUndone } from '../store/connection/errors.ts';
import { QueueFullError } from '../store/group-commit.ts';
import { contextOf, inSpan, type SpanFacts } from '../tracing.ts';
import { type Answer, sendAnswer, sendProblem } from './answer.ts';
import { answerToTarget, createConnectListener, endConnections, refuseHost } from './bare-socket.ts';
import {
  type BodyLimits,
  createBodyBudget,
  defaultAnswerLimits,
  holdRoomUntilRead,
  largestLength,
} from './body-budget.ts';
import {
  createGate,
  type Gate,
  type GateOptions,
  type MessageAdmission,
  nowhere,
  problemOfBareTarget,
  queryOf,
  type Routes,
  rewriteTo,
  takesBody,
} from './gate.ts';
import type { ApiOperation, InTurn, ReadingOperation } from './operation.ts';
import { readInTurns, sliceInBytes } from './read-in-turns.ts';
import { adviceOn, isStoreAway } from './store-failure.ts';

/** An answered request, for metrics and the log: without key, address and text. */
export interface Served {
  /** The path of an operation, or `unknown`. */
  readonly operation: string;
  readonly status: number;
  /** The problem code, if it was refused or failed. */
  readonly code: string | undefined;
  readonly accountId: number | undefined;
  readonly seconds: number;
}

export interface ServerOptions {
  readonly directory: GateOptions['directory'];
  /** By path; with POST, and with a body (ADR-0013, ADR-0014). */
  readonly operations: Readonly<Record<string, ApiOperation>>;
  /** By path; with GET (ADR-0059). None if absent. */
  readonly reading?: Readonly<Record<string, ReadingOperation>>;
  readonly log: Log;
  readonly onServed?: (served: Served) => void;
  readonly patience?: Partial<ServerPatience>;
  readonly bodies?: BodyLimits;
  /** For pages that their clients have not read yet. */
  readonly answers?: BodyLimits;
  /** Admits every message if absent. */
  readonly admission?: MessageAdmission;
}

/** The HTTP server of the API. It runs the gate, parses JSON, then runs the operation (ADR-0010). */
export function createServer(options: ServerOptions): FastifyInstance {
  const { directory, operations, reading = {}, admission, log, onServed = () => {} } = options;
  const routes: Routes = new Map<string, readonly string[]>([
    ...Object.keys(operations).map((path) => [path, ['POST']] as const),
    ...Object.keys(reading).map((path) => [path, ['GET']] as const),
  ]);
  const patience = { ...defaultPatience, ...options.patience };
  const server = createBareServer(routes, patience, onServed);
  const answers = createBodyBudget(options.answers ?? defaultAnswerLimits);
  const hasRoom: RoomCheck = (accountId, bytes, reply) =>
    holdRoomUntilRead(answers, { accountId, bytes, patienceMs: patience.request }, reply);
  const gate = createGate({ directory, budget: createBodyBudget(options.bodies), routes, admission });
  const share = new ProcessorShare();
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
  server.addHook('onRequest', (request, reply, next) => {
    const refused = refuseHost(request.raw, reply.raw) ?? gate.judge(request, reply);
    if (largestLength(request.raw) > sliceInBytes)
      readInTurns(request.raw, share, gate.accountOf(request)?.id ?? request.ip);
    if (refused !== undefined) {
      sendProblem(request, reply, refused);
      return;
    }
    // Only after the gate has admitted the body (RFC 9110 §10.1.1).
    if (takesBody(request) && request.headers.expect?.toLowerCase() === '100-continue')
      reply.raw.writeContinue();
    next();
  });
  for (const [path, operation] of Object.entries(operations))
    server.post(path, (request, reply) =>
      perform(withBody(operation, request, share), { gate, share, hasRoom }, request, reply),
    );
  for (const [path, operation] of Object.entries(reading))
    server.get(path, (request, reply) => {
      const read: Work = (account) => operation(account, queryOf(request.originalUrl));
      return perform(read, { gate, share, hasRoom }, request, reply);
    });
  server.setErrorHandler((error, request, reply) => answerError(error, request, reply, log));
  server.addHook('onResponse', (request, reply, done) => {
    onServed({
      operation: request.url === nowhere ? 'unknown' : request.url,
      status: reply.statusCode,
      code: request.problemCode,
      accountId: gate.accountOf(request)?.id,
      seconds: reply.elapsedTime / 1_000,
    });
    done();
  });
  return server;
}

/** Fastify with limits on size and time, and with answers to traffic that never becomes a request. */
function createBareServer(
  routes: Routes,
  patience: ServerPatience,
  onServed: (served: Served) => void,
): FastifyInstance {
  const rewrite = rewriteTo(routes);
  const onRefused = ({ status, code }: BareAnswer) =>
    onServed({ operation: 'unknown', status, code, accountId: undefined, seconds: 0 });
  const judge = (target: string) => problemOfBareTarget(routes, rewrite(target), target);
  const refusals = createConnectionRefusals({
    byTarget: (_, target) => answerToTarget(judge(target)),
    onRefused,
  });
  const server = fastify({
    bodyLimit: bodyLimitInBytes,
    // Only the described methods are there.
    exposeHeadRoutes: false,
    requestTimeout: patience.request,
    keepAliveTimeout: patience.idle,
    http: {
      requireHostHeader: false,
      headersTimeout: patience.headers,
      connectionsCheckingInterval: Math.min(1_000, patience.headers, patience.request),
    },
    rewriteUrl: ({ url = '' }) => rewrite(url),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: refusals.handle,
  });
  server.addHook('onRequest', (_, { raw }, next) => {
    refusals.began(raw);
    next();
  });
  allowHalfOpen(server.server);
  server.server.on('checkContinue', server.routing);
  // Ignores unknown expectations, as RFC 9110 §10.1.1 allows.
  server.server.on('checkExpectation', server.routing);
  server.server.on('connect', createConnectListener(judge, onRefused));
  endConnections(server, patience.closing);
  return server;
}

/** Whether the answer has room until its client has read it. */
type RoomCheck = (accountId: number, bytes: number, reply: FastifyReply) => boolean;

/** What is done for an account whose request has passed the gate. */
type Work = (account: Account) => Answer | Promise<Answer>;

async function perform(
  work: Work,
  {
    gate,
    share,
    hasRoom,
  }: { readonly gate: Gate; readonly share: ProcessorShare; readonly hasRoom: RoomCheck },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const account = gate.accountOf(request);
  if (account === undefined) return sendProblem(request, reply, problem('auth-error'));
  const span: SpanFacts = {
    name: `${request.method} ${request.url}`,
    kind: SpanKind.SERVER,
    attributes: {
      'http.request.method': request.method,
      'http.route': request.url,
      'cascade.account.id': account.id,
    },
    parent: remoteContext(request.headers.traceparent),
  };
  const release = gate.holdRoom(request);
  try {
    const answer = await inSpan(span, async () =>
      share.take({
        partyId: account.id,
        isLong: lengthOf(request.body) > longFrom,
        // Not after 408: the rest of the request may come all the same, and its sender counts on nothing
        // being done.
        isWanted: () => request.raw.socket.writable,
        run: () => work(account),
      }),
    );
    if (answer === 'skipped') return reply.hijack();
    if (answer === 'refused') return sendProblem(request, reply, serviceUnavailable('busy'));
    if ('json' in answer && !hasRoom(account.id, Buffer.byteLength(answer.json), reply))
      return sendProblem(request, reply, problem('service-unavailable', { detail: unread }));
    return sendAnswer(request, reply, answer);
  } finally {
    release();
  }
}

/** Larger bodies of an account are committed one by one, so that others never share a commit with several. */
const longFrom = 65_536; // bytes

function lengthOf(raw: unknown): number {
  return Buffer.isBuffer(raw) ? raw.length : 0;
}

const unread = 'the answers before this one have not been read yet';

/** A parsed body is many times the size of its JSON, so only the operation holds it. */
function withBody(operation: ApiOperation, request: FastifyRequest, share: ProcessorShare): Work {
  return (account) => {
    const { body: raw } = request;
    const body = parseBody(Buffer.isBuffer(raw) ? raw : Buffer.alloc(0));
    if ('problem' in body) return body;
    return operation(account, body.value, inTurnOf(share, account.id, request));
  };
}

/** Milliseconds for which costly work waits for its turn. */
const patienceForTurn = 5_000;

/** Beside the other work of the account, which does not wait for this. */
function inTurnOf(share: ProcessorShare, accountId: number, { raw }: FastifyRequest): InTurn {
  return async (work) => {
    const since = performance.now();
    const done = await share.take({
      partyId: `pages of ${accountId}`,
      isLong: true,
      countsWhole: true,
      isWanted: () => !raw.socket.destroyed && performance.now() - since < patienceForTurn,
      run: async () => ({ result: await work() }),
    });
    return typeof done === 'object' ? done.result : undefined;
  };
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  // The client disconnected while it was sending, so no answer can reach it.
  if (request.raw.errored !== null) return reply.hijack();
  return sendProblem(request, reply, problemOf(error, log));
}

/** The problem that an error becomes. The error is logged unless the client caused it. */
function problemOf(error: unknown, log: Log): RequestProblem {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return payloadTooLarge();
  if (code.startsWith('FST_ERR_CTP_'))
    return problem('matched-template-not-found', { detail: 'the body is not a JSON object' });
  const away = isStoreAway(error);
  log.error(
    { error: describeError(error), advice: adviceOn(error) },
    away ? 'the store is unavailable' : 'a request failed',
  );
  if (!away) return systemError();
  if (error instanceof QueueFullError) return serviceUnavailable('busy');
  return serviceUnavailable(isUndone(error) ? 'undone' : 'unfinished');
}

/**
 * Answers a client that closes its side of the connection after its request (RFC 9112 §9.6), as `nc` and some
 * proxies do. Node does so only with this property, which it has had since 0.3 and does not document. A
 * closed side leaves no connection behind: it is closed after the last answer, or at once if none is due, and
 * an incomplete request is refused.
 */
function allowHalfOpen(server: Server): void {
  Object.assign(server, { httpAllowHalfOpen: true });
}

/** The time-outs of the server for clients, in milliseconds. */
interface ServerPatience {
  /** For the headers of a request. */
  readonly headers: number;
  /** For the whole request. */
  readonly request: number;
  /** Between two requests on a connection. */
  readonly idle: number;
  /** For requests in progress while the server closes; then it cuts their connections. */
  readonly closing: number;
}

/** Idle exceeds the minute of most load balancers, so that the server never closes a connection in use. */
export const defaultPatience: ServerPatience = {
  headers: 10_000,
  request: 30_000,
  idle: 72_000,
  closing: 10_000,
};

/**
 * The trace of a request: that of its `traceparent`, unless an instrumentation of Node has already set one.
 * Reading the header here makes it work without a registered propagator.
 */
function remoteContext(header: string | readonly string[] | undefined): Context {
  const active = context.active();
  if (trace.getSpan(active) !== undefined || typeof header !== 'string') return active;
  return contextOf(header);
}
