import { randomUUID } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { listen } from '@cascade/repository/test-kit';
import { cString, deliverBody, ids, readSubmit, serveWire } from '@cascade/service/bench';
import { apiKey } from '../harness/accounts.ts';
import type { Bed } from '../harness/bed.ts';
import { atRate, bodyOf, postJson, schedulePath } from '../harness/callers.ts';
import { list, number, numberOf, scenario, seed, text } from '../harness/scenario.ts';
import { quantile, round } from '../harness/statistics.ts';

/** What the gateway of the first channel hears of the end of a stage. */
const modes = {
  nothing: { validity: 'none', withdraw: 'none' },
  validity_period: { validity: 'relative', withdraw: 'none' },
  cancel_sm: { validity: 'none', withdraw: 'cancel' },
  'validity_period and cancel_sm': { validity: 'relative', withdraw: 'cancel' },
} as const;

/** Prices of a stage of each channel: as in the accounts of all benchmarks. */
const prices = { SMS: 5, CHATONE: 3 } as const;

/**
 * How often a subscriber gets a message by two channels, since the first delivers after its time limit: with
 * an SMSC that delivers late by a distribution, for several time limits.
 */
export default scenario({
  says: 'An SMSC that delivers late, by a distribution of your own, before a second channel that delivers at once: who gets a message twice, who gets it at all, how soon and for how much, by the TTL of the first stage, without and with validity_period and cancel_sm. Writes results/double-reach.json.',
  minutes: 6,
  isFigure: true,
  options: {
    quantiles: text(
      'share of texts and the seconds until they are delivered, the rest never',
      '0.5:1,0.8:4,0.9:10,0.95:30,0.97:60',
    ),
    ttls: list('seconds of the first stage', '2,5,15,45', numberOf),
    rate: number('messages a second, for each TTL', 10),
    seconds: number('of load', 30),
    seed: seed('of the times of delivery'),
  },
  examples: {
    '': 'as in the result file',
    '--quantiles 0.6:2,0.9:20 --ttls 10,30': 'the delivery report times of your own SMSC',
  },
  async run({ values, each, report }) {
    const lateness = latenessOf(values.quantiles);
    const found = await each(modes, (bed, mode) => measure(bed, { ...values, ...mode, lateness }));
    report({
      says: `by the TTL of the first stage: of ${values.rate * values.seconds} subscribers, the share that got the message by both channels, and that got it at all; seconds until they had it; money for each message, with ${prices.SMS} for a stage of SMS and ${prices.CHATONE} for the second; the SMSC delivers ${values.quantiles} (share of texts: within seconds)`,
      quantiles: values.quantiles,
      modes: found,
    });
    return true;
  },
});

/** The seconds until delivery for a number from 0 to 1; never, beyond the last share. */
type Lateness = (share: number) => number;

/** Straight lines between the quantiles. */
function latenessOf(quantiles: string): Lateness {
  const points = quantiles.split(',').map((one) => one.split(':').map(Number));
  return (share) => {
    let fromShare = 0;
    let fromSeconds = 0;
    for (const [toShare = 0, toSeconds = 0] of points) {
      const part = (share - fromShare) / (toShare - fromShare);
      if (share <= toShare) return fromSeconds + part * (toSeconds - fromSeconds);
      fromShare = toShare;
      fromSeconds = toSeconds;
    }
    return Number.POSITIVE_INFINITY;
  };
}

interface Scene {
  readonly validity: string;
  readonly withdraw: string;
  readonly lateness: Lateness;
  readonly ttls: readonly number[];
  readonly rate: number;
  readonly seconds: number;
  readonly seed: number;
}

async function measure(bed: Bed, scene: Scene) {
  const { ttls, rate, seconds } = scene;
  const smsc = await startLateSmsc(scene, bed);
  const second = await startSecondChannel(bed);
  const service = await bed.service({
    accounts: [
      {
        name: apiKey,
        cascades: Object.fromEntries(ttls.map((ttl) => [ttl, [`SMS ${clockOf(ttl)}`, 'CHATONE']])),
      },
    ],
    config: {
      gateways: {
        SMS: {
          kind: 'smpp',
          host: '127.0.0.1',
          port: smsc.port,
          systemId: 'cascade',
          password: 'secret',
          window: 100,
          validity: scene.validity,
          withdraw: scene.withdraw,
        },
        CHATONE: { kind: 'http', url: second.url },
        CHATTWO: { kind: 'none' },
      },
    },
  });
  const sentAt = new Map(ttls.map((ttl) => [ttl, new Map<string, number>()]));
  const load = atRate(rate, async () => {
    for (const ttl of ttls) {
      const requestId = randomUUID();
      const body = bodyOf(requestId, { cascadeId: ttl, channels: ['SMS', 'CHATONE'] });
      const { status } = await postJson(service.url + schedulePath, apiKey, body);
      if (status === 200) sentAt.get(ttl)?.set(requestId, Date.now());
    }
  });
  await pause(seconds * 1_000);
  await load.stop();
  await pause((Math.max(...ttls) + 5) * 1_000);
  await smsc.ended();
  return Object.fromEntries(
    [...sentAt].map(([ttl, sent]) => [ttl, reachOf(sent, smsc.deliveredAt, second.deliveredAt)]),
  );
}

function clockOf(seconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${two(seconds / 3_600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
}

function reachOf(
  sent: ReadonlyMap<string, number>,
  first: ReadonlyMap<string, number>,
  second: ReadonlyMap<string, number>,
) {
  const times: number[] = [];
  let both = 0;
  let fallbacks = 0;
  for (const [id, at] of sent) {
    const reached = [first.get(id), second.get(id)].flatMap((time) => time ?? []);
    if (second.has(id)) fallbacks += 1;
    if (reached.length === 2) both += 1;
    if (reached.length > 0) times.push((Math.min(...reached) - at) / 1_000);
  }
  const sorted = times.toSorted((one, other) => one - other);
  return {
    messages: sent.size,
    both: round(both / sent.size),
    reached: round(times.length / sent.size),
    secondsP50: round(quantile(sorted, 0.5)),
    secondsP95: round(quantile(sorted, 0.95)),
    money: round(prices.SMS + (prices.CHATONE * fallbacks) / sent.size),
  };
}

/** A text on its way to its subscriber. */
interface OnItsWay {
  readonly id: string;
  readonly requestId: string;
  readonly timer: NodeJS.Timeout;
}

const cancelSm = 0x00000008;
const cancelSmResp = 0x80000008;
/** RCANCELFAIL (SMPP 3.4, §5.1.3). */
const cannotCancel = 0x11;

/**
 * An SMSC that delivers late. It keeps to the validity_period of a text, and cancels a text that it has not
 * delivered.
 */
async function startLateSmsc({ lateness, seed: first }: Scene, bed: Bed) {
  const deliveredAt = new Map<string, number>();
  const onItsWay = new Map<string, OnItsWay>();
  const sockets = new Set<Socket>();
  let lastId = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    const write = serveWire(socket, ({ id, sequence, body }) => {
      if (id === ids.bindTransceiver) write(ids.bindTransceiverResp, sequence, cString('smsc'));
      if (id === ids.enquireLink) write(ids.enquireLinkResp, sequence);
      if (id === ids.submitSm) submit(sequence, body);
      if (id === cancelSm) cancel(sequence, body);
      if (id === ids.unbind) {
        write(ids.unbindResp, sequence);
        socket.end();
      }
    });

    function submit(sequence: number, body: Buffer): void {
      lastId += 1;
      const own = `id${lastId}`;
      const { shortMessage, destination, validityPeriod } = readSubmit(body);
      const requestId = Buffer.from(shortMessage, 'hex').toString('latin1').slice(-36);
      // Evenly spread, so that a small number of texts has the distribution, too.
      const after = lateness((lastId * 0.618_033_988_749_895 + first / 97) % 1);
      const limit = secondsOf(validityPeriod);
      const isDelivered = after <= limit;
      const end = Math.min(after, limit);
      write(ids.submitSmResp, sequence, cString(own));
      if (!Number.isFinite(end)) return;
      const timer = setTimeout(() => {
        onItsWay.delete(own);
        if (isDelivered) deliveredAt.set(requestId, Date.now());
        const receipt = isDelivered ? 'stat:DELIVRD err:000' : 'stat:EXPIRED err:000';
        write(ids.deliverSm, lastId, deliverBody({ from: destination[2], id: own, receipt }));
      }, end * 1_000);
      onItsWay.set(own, { id: own, requestId, timer });
    }

    function cancel(sequence: number, body: Buffer): void {
      const [, id = ''] = body.toString('latin1').split('\0');
      const text = onItsWay.get(id);
      clearTimeout(text?.timer);
      write(cancelSmResp, sequence, undefined, onItsWay.delete(id) ? 0 : cannotCancel);
    }
  });
  const port = await listen(server);
  bed.use(server, () => {
    for (const { timer } of onItsWay.values()) clearTimeout(timer);
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    port,
    deliveredAt,
    /** Resolves when every text that is delivered at all has been. */
    async ended(): Promise<void> {
      while (onItsWay.size > 0) await pause(200);
    },
  };
}

/** The seconds of a relative time (SMPP 3.4, §7.1.1.2); no limit without one. */
function secondsOf(validity: string): number {
  const [, days, hours, minutes, seconds] = /^0000(..)(..)(..)(..)...R$/.exec(validity) ?? [];
  if (days === undefined) return Number.POSITIVE_INFINITY;
  return Number(days) * 86_400 + Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
}

/** A channel that delivers at once. */
async function startSecondChannel(bed: Bed) {
  const deliveredAt = new Map<string, number>();
  const server = createHttpServer((request, response) => {
    let raw = '';
    request.on('data', (chunk) => {
      raw += chunk;
    });
    request.on('end', () => {
      const { content } = JSON.parse(raw);
      deliveredAt.set(String(content.text).slice(-36), Date.now());
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"DELIVERED"}');
    });
  });
  const port = await listen(server);
  bed.use(server, () => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}/`, deliveredAt };
}
