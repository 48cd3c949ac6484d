import { type Context, context, ROOT_CONTEXT, trace } from '@opentelemetry/api';

/** Version 00 of `traceparent` (W3C Trace Context §3.2.2); what a later version appends is passed over. */
const traceparent = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;

/**
 * What a request is part of: the trace that its client says, unless an instrumentation of Node has seen to that. The
 * header is read here and not by a propagator, so that it counts whatever else is registered.
 */
export function remoteContext(header: string | readonly string[] | undefined): Context {
  const active = context.active();
  if (trace.getSpan(active) !== undefined || typeof header !== 'string') return active;
  const [, traceId, spanId, flags] = traceparent.exec(header) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return active;
  const traceFlags = Number.parseInt(flags, 16);
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
