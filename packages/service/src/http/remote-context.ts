import { type Context, context, trace } from '@opentelemetry/api';
import { contextOf } from '../observability/traceparent.ts';

/**
 * What a request is part of: the trace that its client says, unless an instrumentation of Node has seen to that. The
 * header is read here and not by a propagator, so that it counts whatever else is registered.
 */
export function remoteContext(header: string | readonly string[] | undefined): Context {
  const active = context.active();
  if (trace.getSpan(active) !== undefined || typeof header !== 'string') return active;
  return contextOf(header);
}
