import { type HttpRequest, isAccepted } from '../../../exchange/http-request.ts';
import { isObject, type JsonObject, parseJson } from '../../../json.ts';
import type { AnswerFault } from '../../../oracle/fault.ts';
import type { Case } from '../../../scenario/build-case.ts';
import { memberOf } from '../../../scenario/resolve-base.ts';
import type { Scenario } from '../../../scenario/scenario.ts';
import { lacking } from '../../../scenario/unavailable.ts';
import { provoke } from '../../callback/provoke.ts';
import { type PhaseContext, recordRefusal, skip } from '../../phase-context.ts';
import { asking, askUntil, fault, type Page, record, scheduleAndFind } from './ask.ts';

/** An entry repeats what was sent. Members that an entry may lack are judged where they are (ADR-0035). */
export async function entryOfHistory(context: PhaseContext, scenario: Scenario): Promise<void> {
  const ours = await scheduleAndFind(context, scenario);
  if (ours === undefined) return;
  const { sent, entry } = ours;
  const { request, requestId, cascade } = sent;
  const expected = membersOf(sent);
  const asked = asking(request, { requestId });
  const outcome = await context.target.send(asked);
  record(context, scenario, { request: asked, outcome, cascade }, (page) => {
    const wrong = page.content.flatMap((each) => faultsOf(each, expected, page));
    const isOther = page.content.some(({ messageId }) => messageId !== entry.messageId);
    return isOther ? [fault(`the messageId ${entry.messageId} as before`, page)] : wrong.slice(0, 1);
  });
}

/** A message that is provoked to fail is UNDELIVERED in the history, with its reason (ADR-0035). */
export async function statusInHistory(context: PhaseContext, scenario: Scenario): Promise<void> {
  const { reasons = {}, withinSeconds = 5 } = context.profile.callback ?? {};
  const [found] = Object.entries(reasons).filter(([, { twice }]) => twice === undefined);
  if (found === undefined) return skip(context, scenario, lacking('/callback/reasons'));
  const [reason, provocation] = found;
  const sent = await provoke(context, scenario, provocation);
  if (sent === undefined) return;
  const { provoked, answer } = sent;
  if (!isAccepted(answer))
    return recordRefusal(
      context,
      scenario,
      provoked,
      answer,
      'the message that was to fail was not accepted',
    );
  const { request, requestId, cascade } = provoked;
  const isUndelivered = ({ deliveryStatus, error }: JsonObject) =>
    deliveryStatus === 'UNDELIVERED' && error === reason;
  const asked: HttpRequest = asking(request, { requestId });
  const outcome = await askUntil(context, asked, ({ content }) => content.some(isUndelivered), {
    attempts: withinSeconds * 5,
    milliseconds: 200,
  });
  record(context, scenario, { request: asked, outcome, cascade }, (page) =>
    page.content.some(isUndelivered)
      ? []
      : [fault(`deliveryStatus UNDELIVERED with error ${reason} within ${withinSeconds} s`, page)],
  );
}

/** What the entry of a message to one channel has, as far as the request says. */
function membersOf({ request, cascade }: Case): JsonObject {
  const body = parseJson(request.body);
  const { comment, content, subscriberFilter } = isObject(body) ? body : {};
  const channelType = cascade.stages[0]?.channel;
  return {
    ...(comment === undefined ? {} : { comment }),
    direction: 'OUT',
    channelType,
    cascadeId: cascade.id,
    address: isObject(subscriberFilter) ? subscriberFilter.address : undefined,
    content: isObject(content) && channelType !== undefined ? content[memberOf(channelType)] : {},
  };
}

function faultsOf(entry: JsonObject, expected: JsonObject, page: Page): readonly AnswerFault[] {
  const { deliveryStatus, statusAt = new Date().toISOString(), error } = entry;
  const wrong = Object.keys(expected)
    .filter((name) => entry[name] !== undefined && !isSame(entry[name], expected[name]))
    .map((name) => fault(`${name} ${JSON.stringify(expected[name])}`, page));
  return [
    ...wrong,
    ...(Number.isNaN(Date.parse(String(statusAt))) ? [fault('statusAt as ISO 8601', page)] : []),
    ...(typeof error === 'string' && deliveryStatus !== 'UNDELIVERED'
      ? [fault('an error with UNDELIVERED alone', page)]
      : []),
  ];
}

/** Content may be deleted, and a provider may add members to it. */
function isSame(actual: unknown, expected: unknown): boolean {
  if (!isObject(expected)) return JSON.stringify(actual) === JSON.stringify(expected);
  if (actual === null) return true;
  return isObject(actual) && Object.keys(expected).every((name) => isSame(actual[name], expected[name]));
}
