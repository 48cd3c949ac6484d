import type { HttpGatewayOptions } from '../gateways/http-gateway.ts';
import type { SmppSettings } from '../gateways/smpp/smpp-settings.ts';

/** The shape of `service.schema.yaml`. */
export interface DeclaredService {
  /** By channel. A channel without one is simulated in development, and refused otherwise. */
  readonly gateways?: Readonly<Record<string, DeclaredGateway>>;
  readonly receipts?: { readonly secrets: readonly string[] };
  /** Networks and hosts on private addresses. */
  readonly callbacks?: { readonly privateReceivers?: readonly string[] };
  readonly limits?: {
    readonly messageLength?: Readonly<Record<string, number>>;
    /** How late due work may become before new messages are refused, in seconds. */
    readonly lagSeconds?: number;
  };
}

export type DeclaredGateway =
  | { readonly kind: 'simulator' }
  | { readonly kind: 'none' }
  | ({ readonly kind: 'http' } & Pick<HttpGatewayOptions, 'url' | 'authorization' | 'timeoutSeconds'>)
  | ({ readonly kind: 'smpp' } & SmppSettings);
