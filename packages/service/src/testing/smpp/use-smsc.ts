import { freePort } from '@cascade/repository/test-kit';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { GatewayAttempt, Receipt } from '../../gateways/gateway.ts';
import type { ReferencedReceipt } from '../../gateways/match-receipts.ts';
import type { TextPart } from '../../gateways/part-receipts.ts';
import {
  createSmppGateway,
  type SmppGateway,
  type SmppGatewayOptions,
} from '../../gateways/smpp/create-smpp-gateway.ts';
import type { SmppSettings } from '../../gateways/smpp/smpp-connection.ts';
import type { DeliveryKind } from '../../gateways/smpp/take-deliveries.ts';
import { newKeyedId } from '../../store/message-key.ts';
import { heardLog } from '../heard-log.ts';
import { createPending } from '../test-database.ts';
import { heldLease } from '../values.ts';
import { type Smsc, startSmsc, type Transport } from './smsc.ts';

export const patience = { timeout: 60_000, interval: 10 };

/** What differs from the usual gateway. */
interface GatewayParts {
  readonly settings?: Partial<SmppSettings>;
  /** The attempt of a reference that only the store knows; none if absent. */
  readonly attemptOf?: (reference: string) => string | undefined;
  readonly onReceipt?: (receipt: Receipt) => Promise<void>;
  /** No account has a sender, if absent. */
  readonly optOuts?: SmppGatewayOptions['optOuts'];
  /** Instead of storing the parts of a text. */
  readonly onParts?: () => Promise<void>;
}

/** A part of a text that has a receipt of its own. */
interface StoredPart extends TextPart {
  readonly attemptId: string;
}

/** An SMSC for each test of a file, with the gateways that it opens. */
export function useSmsc(transport: Transport = 'tcp') {
  const rig = createPending<Awaited<ReturnType<typeof openRig>>>('the SMSC of a test');
  beforeEach(async () => rig.begin(await openRig(transport)));
  afterEach(() => rig.end()?.close());
  return rig.view;
}

export const noOptOuts: SmppGatewayOptions['optOuts'] = {
  apply: async () => 0,
};

/** Parts of texts that have receipts of their own, and what these said. */
function createParts() {
  const parts: StoredPart[] = [];
  const toldOfParts: (Pick<StoredPart, 'attemptId' | 'part'> & { readonly status: string })[] = [];
  return {
    parts,
    toldOfParts,
    async applyToPart({ reference, status }: ReferencedReceipt): Promise<boolean> {
      const found = parts.find((one) => one.reference === reference);
      if (found !== undefined) toldOfParts.push({ attemptId: found.attemptId, part: found.part, status });
      return found !== undefined;
    },
    async keepParts(attemptId: string, some: readonly TextPart[]): Promise<void> {
      parts.push(...some.map((one) => ({ attemptId, ...one })));
    },
  };
}

async function openRig(transport: Transport) {
  let smsc = await startSmsc(await freePort(), transport);
  const gateways: SmppGateway[] = [];
  const told: Receipt[] = [];
  const kept: ReferencedReceipt[] = [];
  const { parts, toldOfParts, ...ofParts } = createParts();
  const delivered: DeliveryKind[] = [];
  const log = heardLog();
  const hear = async (receipt: Receipt) => void told.push(receipt);

  /** A gateway that reconnects within milliseconds. */
  function open({
    settings,
    attemptOf = () => undefined,
    onReceipt = hear,
    onParts,
    optOuts = noOptOuts,
  }: GatewayParts = {}): SmppGateway {
    const common = { systemId: 'cascade', password: 'secret', timeoutSeconds: 30, reconnectSeconds: 0.02 };
    const gateway = createSmppGateway({
      name: 'SMS',
      settings: { host: '127.0.0.1', port: smsc.port, ...common, ...settings },
      receipts: {
        async apply({ reference, ...report }, heard) {
          const attemptId = heard ?? attemptOf(reference);
          if (attemptId !== undefined) await onReceipt({ attemptId, ...report });
          return attemptId !== undefined;
        },
        keep: async (receipt) => void kept.push(receipt),
        ...ofParts,
        ...(onParts !== undefined && { keepParts: onParts }),
      },
      optOuts,
      log,
      onDelivery: (kind) => void delivered.push(kind),
    });
    gateways.push(gateway);
    return gateway;
  }

  return {
    get smsc(): Smsc {
      return smsc;
    },
    /** The receipts of all gateways. */
    told,
    /** The receipts without an attempt. */
    kept,
    /** The parts of texts that have receipts of their own, and these. */
    parts,
    toldOfParts,
    /** What came in each deliver_sm and data_sm. */
    delivered,
    /** What all gateways have logged. */
    log,
    open,
    /** The same, after it has sent a message, to …13. */
    async bound(around?: GatewayParts): Promise<SmppGateway> {
      const gateway = open(around);
      await vi.waitFor(
        async () => expect(await gateway.send(attempt('13'), heldLease)).toMatchObject({ status: 'SENT' }),
        patience,
      );
      return gateway;
    },
    /** The receipts, as soon as there are `count`. */
    async receipts(count = 1): Promise<readonly Receipt[]> {
      await vi.waitFor(() => expect(told).toHaveLength(count), patience);
      return told;
    },
    /** Starts another SMSC at the same address, after the earlier one was killed. */
    async replace(): Promise<void> {
      smsc = await startSmsc(smsc.port, transport);
    },
    async close(): Promise<void> {
      await Promise.all(gateways.map((gateway) => gateway.stop()));
      await smsc.kill();
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
