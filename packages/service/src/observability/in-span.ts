import {
  type Attributes,
  type Context,
  context,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

/** What a span says; nothing of it may be a key, an address, a text or a URL of a receiver. */
export interface SpanFacts {
  readonly name: string;
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  /** What is active, if absent. */
  readonly parent?: Context;
}

/** Does nothing until somebody registers an SDK of OpenTelemetry in the process. */
const tracer = trace.getTracer('cascade-service');

/** Does the work in a span that is active meanwhile, and ends with it. */
export async function inSpan<Result>(
  { name, kind = SpanKind.INTERNAL, attributes = {}, parent = context.active() }: SpanFacts,
  work: (span: Span) => Result | Promise<Result>,
): Promise<Result> {
  const span = tracer.startSpan(name, { kind, attributes }, parent);
  try {
    return await context.with(trace.setSpan(parent, span), () => work(span));
  } catch (error) {
    // The message of an error may quote what no trace shall hold.
    span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}
