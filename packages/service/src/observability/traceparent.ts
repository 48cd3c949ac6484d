import { type Context, context, isSpanContextValid, ROOT_CONTEXT, trace } from '@opentelemetry/api';

/** Version 00 of `traceparent` (W3C Trace Context §3.2.2); what a later version appends is passed over. */
const pattern = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;

/** What happens as part of the trace that is named; of what is active, if none is or its name makes no sense. */
export function contextOf(traceparent: string | null | undefined): Context {
  const [, traceId, spanId, flags] = pattern.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return context.active();
  const traceFlags = Number.parseInt(flags, 16);
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** The name of the span that is active, for work that goes on after it; null without an SDK of OpenTelemetry. */
export function activeTraceparent(): string | null {
  const active = trace.getActiveSpan()?.spanContext();
  if (active === undefined || !isSpanContextValid(active)) return null;
  const flags = active.traceFlags.toString(16).padStart(2, '0');
  return `00-${active.traceId}-${active.spanId}-${flags}`;
}
