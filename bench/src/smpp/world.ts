import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServiceProcess } from '@cascade/service/bench';
import { startReceiver } from '@cascade/test-kit';
import { apiKey, benchFile } from '../accounts-file.ts';
import { schedulingHeaders } from '../scheduling-body.ts';
import { type Peer, type Plan, startPeer, usualPlan } from './peer.ts';
import { certifiedName, type PeerProgram } from './programs.ts';

/** A message to send, and how the SMSC treats it. */
export interface Message {
  readonly text: string;
  readonly plan?: Partial<Plan>;
}

/** A message that the service has accepted. */
export interface Sent {
  readonly requestId: string;
  readonly number: string;
  readonly text: string;
}

/** The service with an SMSC and a callback receiver, each in reach of the other. */
export interface World {
  readonly peer: Peer;
  send(messages: readonly Message[]): Promise<readonly Sent[]>;
  /** The final status of a message, as its callback reported it; `none` after `seconds`. */
  finalOf(sent: Sent, seconds: number): Promise<string>;
  close(): Promise<void>;
}

/** Members of the SMPP gateway in the service file. */
export type GatewayMembers = Readonly<Record<string, unknown>>;

let lastNumber = 12_065_550_000;

export async function startWorld(
  program: PeerProgram,
  transport: 'tcp' | 'tls',
  members: GatewayMembers,
): Promise<World> {
  const peer = await startPeer(program, transport);
  const receiver = await startReceiver();
  const folder = await mkdtemp(join(tmpdir(), 'cascade-smpp-'));
  const [accounts, config] = [join(folder, 'accounts.yaml'), join(folder, 'service.yaml')];
  await writeFile(accounts, benchFile(receiver.url, ['DELIVERED', 'EXPIRED', 'FAILED']));
  await writeFile(config, serviceFile(peer.port, program, transport, members));
  // The database server makes the folder, because it may run as another user than this process.
  const dataFolder = `${folder}-data`;
  const service = await startServiceProcess({
    args: ['--data', dataFolder, '--accounts', accounts, '--config', config],
    logLevel: 'error',
  });

  async function send({ text, plan }: Message): Promise<Sent> {
    const requestId = randomUUID();
    lastNumber += 1;
    const number = String(lastNumber);
    peer.plan(number, { ...usualPlan, ...plan });
    const answer = await fetch(`${service.url}/api/cascade/schedule`, {
      method: 'POST',
      headers: schedulingHeaders(apiKey),
      body: JSON.stringify({
        requestId,
        cascadeId: 2002,
        subscriberFilter: { address: `+${number}`, type: 'PHONE' },
        content: { smsContent: { contentType: 'TEXT', text } },
      }),
    });
    if (answer.status !== 200) throw new Error(`refused with ${answer.status}: ${await answer.text()}`);
    return { requestId, number, text };
  }

  return {
    peer,
    send: (messages) => Promise.all(messages.map(send)),
    finalOf: ({ requestId }, seconds) =>
      receiver
        .until(() => {
          const found = receiver.received.find(({ event }) => event.requestId === requestId)?.event;
          if (found === undefined) return undefined;
          return [found.status, found.error].filter((one) => typeof one === 'string').join(' ');
        }, seconds)
        .catch(() => 'none'),
    async close() {
      await service.stop();
      await receiver.close();
      await peer.close();
      await rm(folder, { recursive: true });
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** JSON is YAML. Time-outs are short, so that a silent SMSC is noticed within seconds. */
function serviceFile(
  port: number,
  program: PeerProgram,
  transport: 'tcp' | 'tls',
  members: GatewayMembers,
): string {
  const SMS = {
    kind: 'smpp',
    host: '127.0.0.1',
    port,
    systemId: 'cascade',
    password: 'secret',
    timeoutSeconds: 3,
    enquireSeconds: 1,
    reconnectSeconds: 0.2,
    ...(transport === 'tls' ? { tls: true, ca: program.ca, servername: certifiedName } : {}),
    ...members,
  };
  return JSON.stringify({ gateways: { SMS } });
}
