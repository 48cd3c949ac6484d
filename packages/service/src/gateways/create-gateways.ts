import type { GatewayOf, OnReceipt } from './gateway.ts';
import { createHttpGateway, type HttpGatewayOptions } from './http-gateway.ts';
import { createSimulator, type SimulatorOptions } from './simulator.ts';

export interface GatewaysOptions extends SimulatorOptions {
  readonly onReceipt: OnReceipt;
  /** The channels that really send, e.g. `{ SMS: { url: 'https://…' } }`; all others are simulated. */
  readonly http?: Readonly<Record<string, HttpGatewayOptions>>;
}

/** A gateway for each channel, known or not. */
export interface Gateways {
  readonly gatewayOf: GatewayOf;
  stop(): void;
}

export function createGateways({ http = {}, ...options }: GatewaysOptions): Gateways {
  const simulator = createSimulator(options);
  const configured = new Map(
    Object.entries(http).map(([channel, settings]) => [channel, createHttpGateway(settings)]),
  );
  return {
    gatewayOf: (channel) => configured.get(channel) ?? simulator,
    stop: simulator.stop,
  };
}
