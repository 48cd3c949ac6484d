import {
  type Attributes,
  type Context,
  context,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

/** A span. It must not hold a key, an address, a text or the URL of a receiver. */
export interface SpanFacts {
  readonly name: string;
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  /** The active context if absent. */
  readonly parent?: Context;
}

/** Does nothing until an OpenTelemetry SDK is registered in the process. */
const tracer = trace.getTracer('cascade-service');

/** Runs the work in an active span, which ends with it. */
export async function inSpan<Result>(
  { name, kind = SpanKind.INTERNAL, attributes = {}, parent = context.active() }: SpanFacts,
  work: (span: Span) => Result | Promise<Result>,
): Promise<Result> {
  const span = tracer.startSpan(name, { kind, attributes }, parent);
  try {
    return await context.with(trace.setSpan(parent, span), () => work(span));
  } catch (error) {
    // The message of an error may quote data that must not reach a trace.
    span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}
