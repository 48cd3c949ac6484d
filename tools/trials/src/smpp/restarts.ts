import { seededRandom } from '@cascade/repository/test-kit';
import { window } from './judge.ts';
import { seededTexts } from './texts.ts';
import type { AcceptedMessage, SmppMessage, SmscWorld } from './world.ts';

const count = 1_000;

/** What happens to the SMSC while a fifth of the texts is under way. */
const disturbances = [killWithFullWindow, unbind, killUnderWay, killWithFullWindow, leaveAlone] as const;

/**
 * Sends 1,000 texts to an SMSC whose process is killed and started again three times meanwhile, and which
 * unbinds once. Texts and moments depend on the seed.
 */
export async function sendThroughRestarts(world: SmscWorld, seed: number): Promise<Sent> {
  const random = seededRandom(seed);
  const messages = seededTexts(seed, count).map(({ text }) => ({ text }));
  const size = count / disturbances.length;
  const sent: AcceptedMessage[] = [];
  for (const [at, disturb] of disturbances.entries())
    sent.push(...(await disturb(world, messages.slice(at * size, (at + 1) * size), random())));
  return sent;
}

type Sent = readonly AcceptedMessage[];

/** The SMSC has accepted a window of messages and answered none of them, while the others wait. */
async function killWithFullWindow(world: SmscWorld, messages: readonly SmppMessage[]): Promise<Sent> {
  const { peer, send } = world;
  const held = await send(messages.slice(0, window).map((one) => ({ ...one, plan: { holds: 1 } })));
  const numbers = new Set(held.map(({ number }) => number));
  const arrived = () => new Set(peer.submits.filter(({ to }) => numbers.has(to)).map(({ to }) => to));
  await peer.until(() => arrived().size === window || undefined, 90);
  const waiting = await send(messages.slice(window));
  await peer.restart();
  return [...held, ...waiting];
}

/** @param moment From 0, the first submit, to 1, as many as there are messages. */
async function killUnderWay(
  world: SmscWorld,
  messages: readonly SmppMessage[],
  moment: number,
): Promise<Sent> {
  const sending = world.send(messages);
  await submitted(world, messages.length * moment);
  await world.peer.restart();
  return sending;
}

async function unbind(world: SmscWorld, messages: readonly SmppMessage[], moment: number): Promise<Sent> {
  const { peer, send } = world;
  const before = peer.count('bind');
  const sending = send(messages);
  await submitted(world, messages.length * moment);
  peer.tell('unbind');
  await peer.until(() => peer.count('bind') > before || undefined, 30);
  return sending;
}

function leaveAlone({ send }: SmscWorld, messages: readonly SmppMessage[]): Promise<Sent> {
  return send(messages);
}

/** Resolves when the SMSC has accepted as many submits more, and one at least. */
async function submitted({ peer }: SmscWorld, more: number): Promise<void> {
  const before = peer.submits.length;
  await peer.until(() => peer.submits.length - before >= Math.max(more, 1) || undefined, 90);
}
