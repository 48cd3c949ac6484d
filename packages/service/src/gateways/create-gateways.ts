import type { Log } from '../log.ts';
import type { Gateway, GatewayOf, OnReceipt } from './gateway.ts';
import { createHttpGateway, type HttpGatewayOptions } from './http-gateway.ts';
import type { ReceiptMatcher } from './match-receipts.ts';
import { createSimulator, type SimulatorOptions } from './simulator.ts';
import { createSmppGateway } from './smpp/create-smpp-gateway.ts';
import type { SmppSettings } from './smpp/smpp-settings.ts';

/**
 * Gateways by channel, e.g. `{ http: { SMS: { url: 'https://…' } } }`. A channel in none of the lists is simulated, too:
 * check with `findUndeclared` that this is wanted.
 */
export interface GatewaySettings {
  readonly http?: Readonly<Record<string, HttpGatewayOptions>>;
  readonly smpp?: Readonly<Record<string, SmppSettings>>;
  /** Channels that are simulated on purpose. */
  readonly simulated?: readonly string[];
  /** Channels without a gateway: their stages end UNDELIVERED at once, and are not charged. */
  readonly none?: readonly string[];
}

export interface GatewaysOptions extends GatewaySettings, SimulatorOptions {
  readonly onReceipt: OnReceipt;
  /** For the receipts of SMPP. */
  readonly receipts: Pick<ReceiptMatcher, 'apply' | 'keep'>;
  readonly log: Log;
}

/** A gateway for each channel, configured or not. */
export interface Gateways {
  readonly gatewayOf: GatewayOf;
  /** Drops simulated receipts that are not due yet. */
  stop(): void;
  /** Closes the connections. Call it when no more attempts are sent. */
  close(): Promise<void>;
}

export function createGateways({ http = {}, smpp = {}, ...options }: GatewaysOptions): Gateways {
  const simulator = createSimulator(options);
  const smppGateways = Object.entries(smpp).map(
    ([name, settings]) => [name, createSmppGateway({ ...options, name, settings })] as const,
  );
  const configured = new Map<string, Gateway>([
    ...Object.entries(http).map(([channel, settings]) => [channel, createHttpGateway(settings)] as const),
    ...smppGateways,
  ]);
  return {
    gatewayOf: (channel) => configured.get(channel) ?? simulator,
    stop: simulator.stop,
    async close() {
      await Promise.all(smppGateways.map(([, gateway]) => gateway.stop()));
    },
  };
}
