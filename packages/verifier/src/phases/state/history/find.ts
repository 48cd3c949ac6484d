import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../../json.ts';
import type { AnswerFault } from '../../../oracle/fault.ts';
import { buildCase } from '../../../scenario/build-case.ts';
import type { Scenario } from '../../../scenario/scenario.ts';
import { lacking } from '../../../scenario/unavailable.ts';
import { type PhaseContext, skip } from '../../phase-context.ts';
import { requireCase } from '../../try-case.ts';
import { askAll, asking, askUntil, fault, type Page, record, schedule, scheduleAndFind } from './ask.ts';

/** Schedules a message, and asks for it by its requestId (ADR-0035). */
export async function findInHistory(context: PhaseContext, scenario: Scenario): Promise<void> {
  const sent = await schedule(context, scenario);
  if (sent === undefined) return;
  const { requestId, cascade } = sent;
  const request = asking(sent.request, { requestId });
  const outcome = await askUntil(context, request, ({ content }) => content.length > 0);
  record(context, scenario, { request, outcome, cascade }, (page) => {
    const { content } = page;
    const isFound = content.length > 0 && content.every((entry) => isAbout(entry, requestId));
    return isFound
      ? []
      : [fault(`entries with the requestId ${requestId}, a messageId and a deliveryStatus`, page)];
  });
}

/** No message has the id, so the page is empty. The first question tells whether there is a history at all. */
export async function missFromHistory(context: PhaseContext, scenario: Scenario): Promise<void> {
  const built = requireCase(context, scenario, buildCase(context.profile, scenario));
  if (built === undefined) return;
  await askAll(context, scenario, built, [
    { filter: { limit: 1 }, judge: () => [] },
    { filter: { requestId: randomUUID() }, judge: expectEmpty },
    { filter: { messageId: Number.MAX_SAFE_INTEGER }, judge: expectEmpty },
  ]);
}

/** Another account asks for a message of ours, and must not see it. */
export async function historyOfOtherAccount(context: PhaseContext, scenario: Scenario): Promise<void> {
  const { otherAccount } = context.profile;
  if (otherAccount === undefined) return skip(context, scenario, lacking('/otherAccount'));
  const ours = await scheduleAndFind(context, scenario);
  if (ours === undefined) return;
  const { requestId, request } = ours.sent;
  const { messageId } = ours.entry;
  const theirs = { ...request, headers: { ...request.headers, 'x-api-key': otherAccount.key } };
  await askAll(context, scenario, { ...ours.sent, request: theirs }, [
    { filter: { requestId }, judge: expectEmpty },
    { filter: { messageId }, judge: expectEmpty },
    {
      filter: { subscriberFilter: { address: context.profile.address, type: 'PHONE' } },
      judge: (page) =>
        page.content.some((entry) => isAbout(entry, requestId))
          ? [fault('no entry of another account', page)]
          : [],
    },
  ]);
}

/** Filters that the contract does not allow are refused. */
export async function refuseHistory(context: PhaseContext, scenario: Scenario): Promise<void> {
  const built = requireCase(context, scenario, buildCase(context.profile, scenario));
  if (built === undefined) return;
  const { request, cascade } = built;
  const outcome = await context.target.send(request);
  record(context, scenario, { request, outcome, cascade }, () => []);
}

export function expectEmpty(page: Page): AnswerFault[] {
  const isEmpty = page.content.length === 0 && !page.hasNext;
  return isEmpty ? [] : [fault('{"hasNext":false,"content":[]}', page)];
}

/** A requestId is compared as a UUID: letter case does not count (ADR-0007). */
export function isAbout(entry: JsonObject, requestId: string): boolean {
  const isSame = String(entry.requestId).toLowerCase() === requestId.toLowerCase();
  const { messageId, deliveryStatus } = entry;
  return isSame && Number.isInteger(messageId) && typeof deliveryStatus === 'string' && deliveryStatus !== '';
}
