import { randomUUID } from 'node:crypto';
import { apiKey, benchAccount } from '@cascade/bench/harness/accounts';
import type { Bed } from '@cascade/bench/harness/bed';
import { postJson, schedulePath } from '@cascade/bench/harness/callers';
import { startReceiver } from '@cascade/repository/test-kit';
import { type Plan, startPeer } from './peer.ts';
import { certifiedName, type PeerProgram, type Transport } from './programs.ts';
import type { PeerSubmit } from './reports.ts';

/** A message to send, and how the SMSC treats it. */
export interface SmppMessage {
  readonly text: string;
  readonly plan?: Partial<Plan>;
}

/** A message that the service has accepted. */
export interface AcceptedMessage {
  readonly requestId: string;
  readonly number: string;
  readonly text: string;
}

/** The service with an SMSC and a callback receiver, each in reach of the other. */
export type SmscWorld = Awaited<ReturnType<typeof startSmscWorld>>;

/** Members of the SMPP gateway in the service file. */
export type GatewayMembers = Readonly<Record<string, unknown>>;

let lastNumber = 12_065_550_000;

export async function startSmscWorld(
  bed: Bed,
  program: PeerProgram,
  { transport, members }: { readonly transport: Transport; readonly members: GatewayMembers },
) {
  const peer = await startPeer(bed, program, transport);
  const receiver = bed.closing(await startReceiver());
  // Time-outs are short, so that a silent SMSC is noticed within seconds.
  const SMS = {
    kind: 'smpp',
    host: '127.0.0.1',
    port: peer.port,
    systemId: 'cascade',
    password: 'secret',
    timeoutSeconds: 3,
    enquireSeconds: 1,
    reconnectSeconds: 0.2,
    ...(transport === 'tls' && { tls: true, ca: program.ca, servername: certifiedName }),
    ...members,
  };
  const service = await bed.service({
    accounts: [benchAccount(receiver.url, ['DELIVERED', 'EXPIRED', 'FAILED'])],
    config: { gateways: { SMS } },
  });

  async function send({ text, plan }: SmppMessage): Promise<AcceptedMessage> {
    const requestId = randomUUID();
    lastNumber += 1;
    const number = String(lastNumber);
    peer.plan(number, plan);
    const { outcome } = await postJson(service.url + schedulePath, apiKey, {
      requestId,
      cascadeId: 2002,
      subscriberFilter: { address: `+${number}`, type: 'PHONE' },
      content: { smsContent: { contentType: 'TEXT', text } },
    });
    if (outcome !== 'accepted') throw new Error(`refused: ${outcome}`);
    return { requestId, number, text };
  }

  /** By request id: the status of its callback, and its error. */
  const finals = new Map<string, string>();
  let read = 0;
  const final = (requestId: string) => {
    for (const { event } of receiver.received.slice(read)) {
      const words = [event.status, event.error].filter((one) => typeof one === 'string');
      const id = String(event.requestId);
      if (!finals.has(id)) finals.set(id, words.join(' '));
    }
    read = receiver.received.length;
    return finals.get(requestId);
  };

  return {
    peer,
    send: (messages: readonly SmppMessage[]) => Promise.all(messages.map(send)),
    /** The final status of a message, as its callback reported it; `none` after `seconds`. */
    finalOf: ({ requestId }: AcceptedMessage, seconds: number) =>
      receiver.until(() => final(requestId), seconds).catch(() => 'none'),
  };
}

/**
 * Compares a message with the accepted submits to its number. A copy counts for a kill of the SMSC if the
 * kill ended the session that had accepted the copy before: the answer to that one may have been lost.
 */
export function judgeSubmits({ number, text }: AcceptedMessage, submits: readonly PeerSubmit[]) {
  const own = submits.filter(({ to }) => to === number);
  const parts = own[0]?.parts ?? 1;
  const copiesOf = Array.from({ length: parts }, (_, at) => own.filter(({ part }) => part === at + 1));
  const texts = copiesOf.map((copies) => new Set(copies.map((copy) => copy.text)));
  /** Every part arrived, and each copy joined is the text that was sent. */
  const isIntact =
    texts.every(({ size }) => size === 1) &&
    texts.flatMap((one) => [...one]).join('') === text &&
    own.every(({ from, part }) => from === 'codes' && part <= parts);
  const afterKill = copiesOf.flatMap(killsBefore);
  // Accepted submits beyond those that the text needs, and beyond those of kills.
  return { isIntact, duplicates: Math.max(0, own.length - parts - afterKill.length), afterKill };
}

/** Of each copy of a part but the first: the kill that ended the session of the one before. */
function killsBefore(copies: readonly PeerSubmit[]): readonly number[] {
  return copies.slice(1).flatMap(({ session }, at) => {
    const before = copies[at]?.session;
    return before === session || before?.kill === undefined ? [] : [before.kill];
  });
}
