import { type Context, context, trace } from '@opentelemetry/api';
import { contextOf } from '../observability/traceparent.ts';

/**
 * The trace of a request: that of its `traceparent`, unless an instrumentation of Node has already set one. Reading the
 * header here makes it work without a registered propagator.
 */
export function remoteContext(header: string | readonly string[] | undefined): Context {
  const active = context.active();
  if (trace.getSpan(active) !== undefined || typeof header !== 'string') return active;
  return contextOf(header);
}
