import type { JsonObject } from '../../../json.ts';
import type { Channel, Profile } from '../../../profile/profile.ts';
import type { Scenario } from '../../../scenario/scenario.ts';
import type { PhaseContext } from '../../phase-context.ts';
import { askAll, type Found, fault, type Question, scheduleAndFind } from './ask.ts';
import { expectEmpty, isAbout } from './find.ts';

/** Wide enough for clocks that differ, in milliseconds. */
const day = 86_400_000;

/**
 * Each filter finds a message of ours, or excludes it. The requestId is asked for as well, so other messages of the
 * account do not matter (ADR-0035).
 */
export async function filterHistory(context: PhaseContext, scenario: Scenario): Promise<void> {
  const ours = await scheduleAndFind(context, scenario);
  if (ours === undefined) return;
  const { requestId } = ours.sent;
  const { matching, excluding } = filters(context.profile, ours);
  const questions = (some: readonly JsonObject[], judge: Question['judge']) =>
    some.map((filter): Question => ({ filter: { requestId, ...filter }, judge }));
  const judgeFound = expectOnly(requestId);
  await askAll(context, scenario, ours.sent, [
    { filter: { messageId: ours.entry.messageId }, judge: judgeFound },
    ...questions(matching, judgeFound),
    ...questions(excluding, expectEmpty),
  ]);
}

interface Filters {
  readonly matching: readonly JsonObject[];
  readonly excluding: readonly JsonObject[];
}

function filters({ address }: Profile, { sent, entry }: Found): Filters {
  const { messageId, subjectId } = entry;
  const [stage] = sent.cascade.stages;
  const channels: readonly Channel[] = ['SMS', 'CHATONE', 'CHATTWO'];
  const time = (difference: number) => new Date(Date.now() + difference).toISOString();
  const bySubject = (change: number) =>
    typeof subjectId === 'number' ? [{ subjectId: subjectId + change }] : [];
  return {
    matching: [
      { messageId },
      { subscriberFilter: { address, type: 'PHONE' } },
      { channelTypes: channels.filter((channel) => channel === stage?.channel) },
      { channelTypes: [] },
      { direction: 'OUT' },
      { dateFrom: time(-day) },
      { dateTo: time(day) },
      { dateFrom: time(-day), dateTo: time(day) },
      { sort: [{ property: 'messageId', direction: 'ASC' }] },
      ...bySubject(0),
    ],
    excluding: [
      { messageId: Number(messageId) + 1 },
      { subscriberFilter: { address: otherThan(address), type: 'PHONE' } },
      { channelTypes: channels.filter((channel) => channel !== stage?.channel) },
      { direction: 'IN' },
      { dateFrom: time(day) },
      { dateTo: time(-day) },
      ...bySubject(1),
    ],
  };
}

/** One digit differs. Nothing is sent there. */
function otherThan(address: string): string {
  const last = Number(address.at(-1));
  return `${address.slice(0, -1)}${(last + 1) % 10}`;
}

function expectOnly(requestId: string): Question['judge'] {
  return (page) => {
    const { content, hasNext } = page;
    const isFound = content.length > 0 && content.every((entry) => isAbout(entry, requestId)) && !hasNext;
    return isFound ? [] : [fault(`only the message with the requestId ${requestId}`, page)];
  };
}
