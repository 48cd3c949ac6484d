import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { type Attributes, type Context, context, ROOT_CONTEXT, type Span, trace } from '@opentelemetry/api';

/** A span that has ended. */
export interface RecordedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly attributes: Attributes;
  readonly failed: boolean;
}

export interface SpanRecorder {
  readonly spans: readonly RecordedSpan[];
  forget(): void;
  stop(): void;
}

/** The least that an SDK of OpenTelemetry does: registers itself with the API, and keeps the spans in memory. */
export function recordSpans(): SpanRecorder {
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
