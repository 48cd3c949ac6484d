import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, randomUUID } from 'node:crypto';
import { startReceiver } from '@cascade/repository/test-kit';
import { type Attributes, type Context, context, ROOT_CONTEXT, type Span, trace } from '@opentelemetry/api';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { anAccount } from './testing/declare.ts';
import { startTestService } from './testing/start-test-service.ts';
import { withTestDatabase } from './testing/test-database.ts';
import { inSpan } from './tracing.ts';

const database = withTestDatabase();
let recorder: SpanRecorder;

const named = (name: string) => recorder.spans.filter((span) => span.name === name);

async function start() {
  const receiver = await startReceiver();
  onTestFinished(receiver.close);
  const accounts = [anAccount('shop', { balance: 1_000, callback: { url: receiver.url } })];
  const service = await startTestService({ database: database.connectionString, accounts });
  onTestFinished(service.close);
  return { service, receiver };
}

async function schedule(url: string, headers: Readonly<Record<string, string>>, address = '+12025550112') {
  const answer = await fetch(`${url}/api/cascade/schedule`, {
    method: 'POST',
    headers: { 'x-api-key': 'shop-key', 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      requestId: randomUUID(),
      cascadeId: 2002,
      subscriberFilter: { address, type: 'PHONE' },
      content: { smsContent: { contentType: 'TEXT', text: randomUUID() } },
    }),
  });
  return answer.status;
}

// First, and in this file: `inSpan` keeps the first SDK that it meets, and test files share its module.
test('without an SDK there is nothing but the work', async () => {
  const work = inSpan({ name: 'work' }, (span) => {
    expect([span.isRecording(), trace.getActiveSpan()]).toEqual([false, undefined]);
    return 7;
  });
  expect(await work).toBe(7);
});

describe('with an SDK', () => {
  beforeAll(() => {
    recorder = recordSpans();
  });
  beforeEach(() => recorder.forget());
  afterAll(() => recorder.stop());

  test('a message has spans for its request, its commit, its stage attempt and its callbacks', async () => {
    const { service, receiver } = await start();
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
    expect(await schedule(service.url, { traceparent })).toBe(200);
    await receiver.got(2);
    await vi.waitFor(() => expect(named('callback attempt')).toHaveLength(2), 60_000);
    const [request] = named('POST /api/cascade/schedule');
    expect(request).toMatchObject({ traceId, parentId: '00f067aa0ba902b7', failed: false });
    expect(named('intake commit')).toMatchObject([{ traceId, parentId: request?.spanId }]);
    expect(named('stage attempt')).toMatchObject([
      {
        traceId,
        parentId: named('intake commit')[0]?.parentId,
        attributes: {
          'cascade.channel': 'SMS',
          'cascade.status': 'UNDELIVERED',
          'cascade.reason': 'spam-rate-limit-hit',
        },
      },
    ]);
    expect(named('callback attempt').map((span) => span.traceId)).toEqual([traceId, traceId]);
    expect(JSON.stringify(recorder.spans)).not.toMatch(/shop-key|12025550112|127\.0\.0\.1/);
  });

  test.each([
    'nonsense',
    '00-00000000000000000000000000000000-00f067aa0ba902b7-01',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01',
    'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    '00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01',
  ])('the traceparent %s begins a trace of its own', async (traceparent) => {
    const { service } = await start();
    expect(await schedule(service.url, { traceparent })).toBe(200);
    expect(named('POST /api/cascade/schedule')).toMatchObject([{ parentId: undefined }]);
  });

  test('work that fails fails as before, and its span says so without quoting it', async () => {
    const failure = inSpan({ name: 'work' }, () => Promise.reject(new TypeError('secret')));
    await expect(failure).rejects.toThrow('secret');
    expect(named('work')).toMatchObject([{ failed: true, attributes: { 'error.type': 'TypeError' } }]);
    expect(JSON.stringify(recorder.spans)).not.toContain('secret');
  });
});

/** A span that has ended. */
interface RecordedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly attributes: Attributes;
  readonly failed: boolean;
}

interface SpanRecorder {
  readonly spans: readonly RecordedSpan[];
  forget(): void;
  stop(): void;
}

/**
 * The least that an SDK of OpenTelemetry does: registers itself with the API, and keeps the spans in memory.
 */
function recordSpans(): SpanRecorder {
  const spans: RecordedSpan[] = [];
  const storage = new AsyncLocalStorage<Context>();
  context.setGlobalContextManager({
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (active, work, thisArg, ...args) => storage.run(active, () => work.call(thisArg, ...args)),
    bind: (_, target) => target,
    enable() {
      return this;
    },
    disable() {
      return this;
    },
  });
  const startSpan = (name: string, options: { attributes?: Attributes } = {}, parent = context.active()) =>
    createSpan(name, { ...options.attributes }, parent, spans);
  trace.setGlobalTracerProvider({
    getTracer: () => ({
      startSpan,
      startActiveSpan: () => {
        throw new Error('not needed');
      },
    }),
  });
  return {
    spans,
    forget() {
      spans.length = 0;
    },
    stop() {
      trace.disable();
      context.disable();
    },
  };
}

function createSpan(name: string, attributes: Attributes, within: Context, spans: RecordedSpan[]): Span {
  const parent = trace.getSpanContext(within);
  const traceId = parent?.traceId ?? randomBytes(16).toString('hex');
  const spanId = randomBytes(8).toString('hex');
  let failed = false;
  const span: Span = {
    spanContext: () => ({ traceId, spanId, traceFlags: 1 }),
    setAttribute(key, value) {
      attributes[key] = value;
      return span;
    },
    setStatus() {
      failed = true;
      return span;
    },
    end: () => void spans.push({ name, traceId, spanId, parentId: parent?.spanId, attributes, failed }),
    setAttributes: () => span,
    addEvent: () => span,
    addLink: () => span,
    addLinks: () => span,
    updateName: () => span,
    isRecording: () => true,
    recordException: () => {},
  };
  return span;
}
