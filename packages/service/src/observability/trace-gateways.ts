import { SpanKind } from '@opentelemetry/api';
import type { GatewayOf } from '../gateways/gateway.ts';
import { inSpan } from './in-span.ts';
import { contextOf } from './traceparent.ts';

/** Wraps the gateways, so that each stage attempt has a span. */
export function traceGateways(gatewayOf: GatewayOf): GatewayOf {
  return (channel) => {
    const gateway = gatewayOf(channel);
    return {
      send(attempt, lease) {
        const attributes = { 'cascade.channel': channel, 'cascade.attempt.id': attempt.attemptId };
        const parent = contextOf(attempt.traceparent);
        return inSpan({ name: 'stage attempt', kind: SpanKind.CLIENT, attributes, parent }, async (span) => {
          const result = await gateway.send(attempt, lease);
          span.setAttribute('cascade.status', result.status);
          if (result.status === 'UNDELIVERED') span.setAttribute('cascade.reason', result.reason);
          return result;
        });
      },
    };
  };
}
