import { SpanKind } from '@opentelemetry/api';
import { channels } from '../channels.ts';
import { defined } from '../defined.ts';
import type {
  DeclaredHttp,
  DeclaredNone,
  DeclaredSimulator,
  DeclaredSmpp,
} from '../generated/declared-service.ts';
import type { Log } from '../log.ts';
import { contextOf, inSpan } from '../tracing.ts';
import type { Gateway, GatewayOf, OnReceipt } from './gateway.ts';
import { GatewayLane, type GatewayLaneSettings, inLane } from './gateway-lane.ts';
import { createHttpGateway } from './http-gateway.ts';
import type { ReceiptMatcher } from './match-receipts.ts';
import { createSimulator, type Simulator, type SimulatorOptions } from './simulator.ts';
import { createSmppGateway, type SmppGatewayOptions } from './smpp/create-smpp-gateway.ts';

/** The gateway of a channel, as a service file declares it. */
type ChannelGateway = DeclaredSimulator | DeclaredHttp | DeclaredSmpp | DeclaredNone;

type Kind = ChannelGateway['kind'];
type SettingsOf<One extends Kind> = Extract<ChannelGateway, { readonly kind: One }>;

/**
 * By channel, e.g. `{ SMS: { kind: 'http', url: 'https://…' } }`. A channel without an entry is simulated,
 * too.
 */
export type GatewaySettings = Readonly<Record<string, ChannelGateway>>;

interface Shared {
  /** The channel. */
  readonly name: string;
  readonly simulator: Simulator;
  /** For the receipts of SMPP. */
  readonly receipts: Pick<ReceiptMatcher, 'apply' | 'applyToPart' | 'keep' | 'keepParts'>;
  readonly optOuts: SmppGatewayOptions['optOuts'];
  readonly log: Log;
  readonly onDelivery: SmppGatewayOptions['onDelivery'];
  readonly onBind: SmppGatewayOptions['onBind'];
}

/** A gateway with what decides on its turns. */
interface OpenedGateway extends Gateway {
  readonly lane: GatewayLane;
  stop?(): unknown;
}

function withLane(gateway: Gateway, settings: GatewayLaneSettings = {}): OpenedGateway {
  const lane = new GatewayLane(settings);
  return { ...inLane(lane, gateway), lane };
}

interface GatewayKind<Settings> {
  open(settings: Settings, shared: Shared): OpenedGateway;
  /** What becomes of messages. Of a URL it has the host only, since a path may hold a secret. */
  describe(settings: Settings, hasReceipts: boolean): string;
  /** What to write into a service file. */
  readonly example: string;
}

/** Posts under way at once: as many as a receiver of callbacks gets at most. */
const defaultWindow = 256;

/** All that there is to know of a kind, but for its shape. */
const kinds: { readonly [One in Kind]: GatewayKind<SettingsOf<One>> } = {
  smpp: {
    open: (settings, shared) => createSmppGateway({ ...shared, settings }),
    describe: ({ host, port, systemId }) => `smpp, ${host}:${port} as ${systemId}`,
    example: '{ kind: smpp, host: …, port: …, systemId: …, password: … }',
  },
  http: {
    open: ({ window = defaultWindow, ...settings }, { name, log }) =>
      withLane(createHttpGateway({ ...settings, channel: name, log }), { mostPlaces: window }),
    describe({ url }, hasReceipts) {
      const statuses = hasReceipts
        ? 'receipts at /gateway/receipts of the operations port'
        : 'no receipts are accepted, so a message that it answers with SENT stays SENT; add receipts to the service file';
      return `http, ${URL.parse(url)?.host ?? 'an invalid URL'}; ${statuses}`;
    },
    example: '{ kind: http, url: … }',
  },
  none: {
    // The engine ends the stages of such a channel before it asks for a gateway.
    open: (_, { simulator }) => withLane(simulator),
    describe: () => 'none: stages end UNDELIVERED with message-undeliverable, and are not charged',
    example: '{ kind: none }       # not served: stages end UNDELIVERED, and are not charged',
  },
  simulator: {
    open: (_, { simulator }) => withLane(simulator),
    describe: () => 'SIMULATED: nothing is sent',
    example: '{ kind: simulator }  # simulated on purpose: nothing is sent',
  },
};

const simulated: ChannelGateway = { kind: 'simulator' };

function kindOf<One extends Kind>({ kind }: { readonly kind: One }): GatewayKind<SettingsOf<One>> {
  return kinds[kind];
}

export interface GatewaysOptions extends SimulatorOptions, Pick<Shared, 'receipts' | 'optOuts' | 'log'> {
  readonly settings: GatewaySettings;
  readonly onReceipt: OnReceipt;
  /** Called with what SMSCs deliver. */
  readonly onDelivery?: Shared['onDelivery'];
  /** Called after each try to bind to an SMSC. */
  readonly onBind?: Shared['onBind'];
}

/** A gateway for each channel, configured or not. */
export type Gateways = ReturnType<typeof createGateways>;

export function createGateways(options: GatewaysOptions) {
  const { settings, receipts, optOuts, log, onDelivery, onBind } = options;
  const simulator = createSimulator(options);
  const opened = new Map(
    channels.map((name) => {
      const declared = settings[name] ?? simulated;
      return [
        name,
        kindOf(declared).open(declared, { name, simulator, receipts, optOuts, log, onDelivery, onBind }),
      ];
    }),
  );
  /** The channels are a closed list of the contract (§1). */
  const openedOf = (channel: string) => opened.get(channel) ?? withLane(simulator);
  return {
    gatewayOf: (channel: string): Gateway => openedOf(channel),
    laneOf: (channel: string): GatewayLane => openedOf(channel).lane,
    /** Drops simulated receipts that are not due yet. */
    stop: simulator.stop,
    /** Closes the connections. Call it when no more attempts are sent. */
    async close(): Promise<void> {
      await Promise.all([...opened.values()].map((gateway) => gateway.stop?.()));
    },
  };
}

/** Wraps the gateways, so that each stage attempt has a span. */
export function traceGateways(gatewayOf: GatewayOf): GatewayOf {
  return (channel) => {
    const gateway = gatewayOf(channel);
    const { withdraw } = gateway;
    return {
      ...defined({ withdraw }),
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

/** What becomes of the messages of each channel. */
export function describeGateways(settings: GatewaySettings, hasReceipts: boolean) {
  return channels.map((channel) => {
    const declared = settings[channel] ?? simulated;
    return { channel, gateway: kindOf(declared).describe(declared, hasReceipts) };
  });
}

/** The channels that no setting names, and that would only be simulated. */
export function findUndeclared(settings: GatewaySettings): readonly string[] {
  return channels.filter((channel) => settings[channel] === undefined);
}

/** The channels that are not served, on purpose. */
export function findUnserved(settings: GatewaySettings): readonly string[] {
  return channels.filter((channel) => settings[channel]?.kind === 'none');
}

/** The channels whose subscribers may opt out (ADR-0054). */
export function findWithOptOuts(settings: GatewaySettings): readonly string[] {
  return channels.filter((channel) => {
    const declared = settings[channel];
    return declared?.kind === 'smpp' && declared.optOut !== undefined;
  });
}

/** What is wrong with channels without a gateway, and what to write into the service file. */
export function explainUndeclared(undeclared: readonly string[]): string {
  const [channel] = undeclared;
  const examples = Object.values(kinds).map(({ example }) => `  ${channel}: ${example}`);
  return `expected a gateway for ${undeclared.join(', ')}, found none; messages would only be simulated. For each, write under gateways one of:
${examples.join('\n')}
Or start with --development, which simulates every channel that has no gateway.`;
}
