import { freePort } from '@cascade/test-kit';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { GatewayAttempt, Receipt } from '../../gateways/gateway.ts';
import type { ReferencedReceipt } from '../../gateways/match-receipts.ts';
import { createSmppGateway, type SmppGateway } from '../../gateways/smpp/create-smpp-gateway.ts';
import type { SmppSettings } from '../../gateways/smpp/smpp-settings.ts';
import { newKeyedId } from '../../store/message-key.ts';
import { heardLog } from '../heard-log.ts';
import { heldLease } from '../values.ts';
import { type Smsc, startSmsc, type Transport } from './smsc.ts';

export const patience = { timeout: 60_000, interval: 10 };

/** What differs from the usual gateway. */
export interface GatewayParts {
  readonly settings?: Partial<SmppSettings>;
  /** References that only the store knows. */
  readonly stored?: ReadonlyMap<string, string>;
  readonly onReceipt?: (receipt: Receipt) => Promise<void>;
}

/** An SMSC for each test of a file, with the gateways that it opens. */
export interface Rig {
  readonly smsc: Smsc;
  /** The receipts of all gateways. */
  readonly told: Receipt[];
  /** The receipts without an attempt. */
  readonly kept: ReferencedReceipt[];
  /** What all gateways have logged. */
  readonly log: ReturnType<typeof heardLog>;
  /** A gateway that reconnects within milliseconds. */
  open(around?: GatewayParts): SmppGateway;
  /** The same, after it has sent a message, to …13. */
  bound(around?: GatewayParts): Promise<SmppGateway>;
  /** The receipts, as soon as there are `count`. */
  receipts(count?: number): Promise<readonly Receipt[]>;
  /** Starts another SMSC at the same address, after the earlier one was killed. */
  replace(): Promise<void>;
}

export function useSmsc(transport: Transport = 'tcp'): Rig {
  let smsc: Smsc;
  let gateways: SmppGateway[] = [];
  let told: Receipt[] = [];
  let kept: ReferencedReceipt[] = [];
  let log = heardLog();

  beforeEach(async () => {
    smsc = await startSmsc(await freePort(), transport);
    gateways = [];
    told = [];
    kept = [];
    log = heardLog();
  });
  afterEach(async () => {
    await Promise.all(gateways.map((gateway) => gateway.stop()));
    await smsc.kill();
  });

  function open({ settings, stored = new Map(), onReceipt = hear }: GatewayParts = {}): SmppGateway {
    const common = { systemId: 'cascade', password: 'secret', timeoutSeconds: 30, reconnectSeconds: 0.02 };
    const gateway = createSmppGateway({
      name: 'SMS',
      settings: { host: '127.0.0.1', port: smsc.port, ...common, ...settings },
      receipts: {
        async apply({ reference, ...report }, heard) {
          const attemptId = heard ?? stored.get(reference);
          if (attemptId !== undefined) await onReceipt({ attemptId, ...report });
          return attemptId !== undefined;
        },
        keep: async (receipt) => void kept.push(receipt),
      },
      log,
    });
    gateways.push(gateway);
    return gateway;
  }

  async function hear(receipt: Receipt): Promise<void> {
    told.push(receipt);
  }

  return {
    get smsc() {
      return smsc;
    },
    get told() {
      return told;
    },
    get kept() {
      return kept;
    },
    get log() {
      return log;
    },
    open,
    async bound(around) {
      const gateway = open(around);
      await vi.waitFor(
        async () => expect(await gateway.send(attempt('13'), heldLease)).toMatchObject({ status: 'SENT' }),
        patience,
      );
      return gateway;
    },
    async receipts(count = 1) {
      await vi.waitFor(() => expect(told).toHaveLength(count), patience);
      return told;
    },
    async replace() {
      smsc = await startSmsc(smsc.port, transport);
    },
  };
}

let lastMessageId = 0;

/** An attempt at a number of which the last digits say what the SMSC does to it. */
export function attempt(lastDigits: string, part: Partial<GatewayAttempt> = {}): GatewayAttempt {
  lastMessageId += 1;
  return {
    attemptId: newKeyedId({ accountId: 1, messageId: lastMessageId }),
    channel: 'SMS',
    address: `+120255501${lastDigits}`,
    addressType: 'PHONE',
    subject: 'codes',
    content: { contentType: 'TEXT', text: 'Code 4821' },
    ...part,
  };
}
