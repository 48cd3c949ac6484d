import { setTimeout as wait } from 'node:timers/promises';
import type { JsonObject } from '../../../json.ts';
import type { Scenario } from '../../../scenario/scenario.ts';
import { lackingCascade } from '../../../scenario/unavailable.ts';
import { type PhaseContext, skip } from '../../phase-context.ts';
import { askAll, fault, type Page, type Question, scheduleAndFind } from './ask.ts';
import { expectEmpty } from './find.ts';

/** Replicas may number the messages of one second in any order (ADR-0035). Milliseconds. */
const toBeLater = 1_100;

/**
 * Two messages to the address, one after the other: pages of one entry, and both directions. Older messages to the
 * address do not matter, and neither do new ones from elsewhere in between.
 */
export async function pageHistory(context: PhaseContext, scenario: Scenario): Promise<void> {
  const first = await scheduleAndFind(context, scenario);
  if (first === undefined) return;
  await wait(toBeLater);
  const second = await scheduleAndFind(context, scenario);
  if (second === undefined) return;
  const { requestId, cascade } = second.sent;
  if (cascade.stages.length > 1)
    return skip(context, scenario, lackingCascade(['SMS'], 'the profile has no cascade of one stage'));
  const [older, newer] = [first.entry.messageId, second.entry.messageId];
  const subscriberFilter = { address: context.profile.address, type: 'PHONE' };
  const newestFirst: Question['judge'] = (page) => {
    const ids = page.content.map(({ messageId }) => messageId);
    const [at, atNewer] = [ids.indexOf(older), ids.indexOf(newer)];
    const isInOrder = atNewer >= 0 && (at < 0 ? page.hasNext : at > atNewer);
    return isInOrder ? [] : [fault(`message ${newer} before message ${older}, which is older`, page)];
  };
  await askAll(context, scenario, second.sent, [
    { filter: { subscriberFilter, limit: 1 }, judge: expectOneOfMore },
    { filter: { subscriberFilter, limit: 1, sort: by('ASC') }, judge: expectOther(newer) },
    { filter: { subscriberFilter, limit: 1_000 }, judge: newestFirst },
    { filter: { subscriberFilter, limit: 1_000, sort: by('DESC') }, judge: newestFirst },
    { filter: { requestId, limit: 1 }, judge: expectLast },
    { filter: { requestId, offset: 0 }, judge: expectLast },
    { filter: { requestId, offset: 1 }, judge: expectEmpty },
  ]);
}

function by(direction: 'ASC' | 'DESC'): readonly JsonObject[] {
  return [{ property: 'messageId', direction }];
}

function expectOneOfMore(page: Page) {
  const isRight = page.content.length === 1 && page.hasNext;
  return isRight ? [] : [fault('one entry, and hasNext true', page)];
}

/** A message with one stage has one entry. */
function expectLast(page: Page) {
  const isRight = page.content.length === 1 && !page.hasNext;
  return isRight ? [] : [fault('one entry, and hasNext false', page)];
}

/** The oldest message is not the newest one. */
function expectOther(newest: unknown): Question['judge'] {
  return (page) => {
    const [entry] = page.content;
    const isRight = page.content.length === 1 && entry?.messageId !== newest;
    return isRight ? [] : [fault(`the oldest message, not ${newest}`, page)];
  };
}
