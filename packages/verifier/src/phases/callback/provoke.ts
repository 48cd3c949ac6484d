import { randomUUID } from 'node:crypto';
import { type AnswerOrNone, isAccepted } from '../../exchange/http-request.ts';
import type { Provocation } from '../../generated/profile.ts';
import { buildCase, type Case } from '../../scenario/build-case.ts';
import type { Edit, Scenario } from '../../scenario/scenario.ts';
import type { PhaseContext } from '../phase-context.ts';
import { requireCase } from '../phase-context.ts';

/** A reason that can be provoked on every channel. */
export const anyReason = 'message-undeliverable';

/** Whether the message itself breaks the rule of the reason. An address that answers with a word proves no rule. */
export function isByBehaviour({ twice, text, cascade }: Provocation): boolean {
  return twice !== undefined || text !== undefined || cascade !== undefined;
}

/** A message that was sent to end as undelivered. */
export interface Provoked {
  readonly provoked: Case;
  readonly answer: AnswerOrNone;
}

/**
 * Sends the message that provokes a reason. Its text is new each time, so that no message is a duplicate of another
 * (§7.4) unless the reason is `duplicated`. Records what the profile lacks for it. `before` learns of the message before it
 * is sent.
 */
export async function provoke(
  context: PhaseContext,
  scenario: Scenario,
  { address, channel, twice, text: own, cascade }: Provocation,
  before: (provoked: Case) => void = () => {},
): Promise<Provoked | undefined> {
  const { profile, target } = context;
  const text = `${own ?? 'Verification'} ${randomUUID()}`;
  const edits: Edit[] = [
    { set: '{content}/text', to: text },
    ...(cascade === undefined ? [] : [{ set: '/cascadeId', to: cascade.id }]),
    ...(address === undefined ? [] : [{ set: '/subscriberFilter/address', to: address }]),
  ];
  const channels = cascade?.stages.map((stage) => stage.channel).join('+');
  const given = { base: `text on ${channels ?? channel ?? 'any'}` };
  const make = () =>
    requireCase(context, scenario, buildCase(profile, { ...scenario, given, when: { edits } }));
  const first = make();
  if (first === undefined) return undefined;
  before(first);
  const outcome = await target.send(first.request);
  if (!twice || !isAccepted(outcome)) return { provoked: first, answer: outcome };
  const second = make();
  return second && { provoked: second, answer: await target.send(second.request) };
}
