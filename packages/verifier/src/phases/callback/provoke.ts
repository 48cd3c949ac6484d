import { randomUUID } from 'node:crypto';
import { type AnswerOrNone, isAccepted } from '../../exchange/http-request.ts';
import type { Provocation } from '../../generated/profile.ts';
import type { Case } from '../../scenario/build-case.ts';
import type { Edit } from '../../scenario/scenario.ts';
import { refused, type Trial } from '../phase-context.ts';

/** A reason that can be provoked on every channel. */
export const anyReason = 'message-undeliverable';

/** Whether the message itself breaks the rule of the reason. An address that answers with a word proves no rule. */
export function isByBehaviour({ twice, text, cascade }: Provocation): boolean {
  return twice !== undefined || text !== undefined || cascade !== undefined;
}

/** A message that was sent to end as undelivered. */
export interface Provoked {
  readonly sent: Case;
  readonly answer: AnswerOrNone;
}

/**
 * Sends the message that provokes a reason. Its text is new each time, so that no message is a duplicate of another
 * (§7.4) unless the reason is `duplicated`. `before` learns of the message before it is sent.
 */
export async function tryToProvoke(
  { build, target }: Trial,
  { address, channel, twice, text: own, cascade }: Provocation,
  before: (sent: Case) => void = () => {},
): Promise<Provoked> {
  const text = `${own ?? 'Verification'} ${randomUUID()}`;
  const edits: Edit[] = [
    { set: '{content}/text', to: text },
    ...(cascade === undefined ? [] : [{ set: '/cascadeId', to: cascade.id }]),
    ...(address === undefined ? [] : [{ set: '/subscriberFilter/address', to: address }]),
  ];
  const channels = cascade?.stages.map((stage) => stage.channel).join('+');
  const make = () => build({ given: { base: `text on ${channels ?? channel ?? 'any'}` }, when: { edits } });
  const sent = make();
  before(sent);
  const answer = await target.send(sent.request);
  if (!twice || !isAccepted(answer)) return { sent, answer };
  const second = make();
  return { sent: second, answer: await target.send(second.request) };
}

/** The same. @throws {Ended} if the message is not accepted; then this is why. */
export async function provoke(trial: Trial, provocation: Provocation, why: string): Promise<Case> {
  const { sent, answer } = await tryToProvoke(trial, provocation);
  if (!isAccepted(answer)) throw refused(sent, answer, why);
  return sent;
}
