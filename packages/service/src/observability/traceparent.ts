import { type Context, context, isSpanContextValid, ROOT_CONTEXT, trace } from '@opentelemetry/api';

/** Version 00 of `traceparent` (W3C Trace Context §3.2.2). Fields that later versions append are ignored. */
const pattern = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;

/** The context of a `traceparent`; the active context if it is absent or invalid. */
export function contextOf(traceparent: string | null | undefined): Context {
  const [, traceId, spanId, flags] = pattern.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return context.active();
  const traceFlags = Number.parseInt(flags, 16);
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** The `traceparent` of the active span, for work that outlives it; null without an OpenTelemetry SDK. */
export function activeTraceparent(): string | null {
  const active = trace.getActiveSpan()?.spanContext();
  if (active === undefined || !isSpanContextValid(active)) return null;
  const flags = active.traceFlags.toString(16).padStart(2, '0');
  return `00-${active.traceId}-${active.spanId}-${flags}`;
}
