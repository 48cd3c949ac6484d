import { isObject, type JsonObject, parseJson } from '../../../json.ts';
import type { AnswerFault } from '../../../oracle/fault.ts';
import type { Case } from '../../../scenario/build-case.ts';
import { memberOf } from '../../../scenario/resolve-base.ts';
import { lacking } from '../../../scenario/unavailable.ts';
import { provoke } from '../../callback/provoke.ts';
import { type Trial, untried } from '../../phase-context.ts';
import { askAll, asking, askUntil, fault, find, type Page, verdictOn } from './ask.ts';

/** An entry repeats what was sent. Members that an entry may lack are judged where they are (ADR-0035). */
export async function entryOfHistory(trial: Trial): Promise<void> {
  const { sent, entry } = await find(trial);
  const expected = membersOf(sent);
  const judge = (page: Page) => {
    const wrong = page.content.flatMap((each) => faultsOf(each, expected, page));
    const isOther = page.content.some(({ messageId }) => messageId !== entry.messageId);
    return isOther ? [fault(`the messageId ${entry.messageId} as before`, page)] : wrong.slice(0, 1);
  };
  await askAll(trial, sent, [{ filter: { requestId: sent.requestId }, judge }]);
}

/** A message that is provoked to fail is UNDELIVERED in the history, with its reason (ADR-0035). */
export async function statusInHistory(trial: Trial): Promise<void> {
  const { reasons = {}, withinSeconds = 5 } = trial.profile.callback ?? {};
  const [found] = Object.entries(reasons).filter(([, { twice }]) => twice === undefined);
  if (found === undefined) throw untried(lacking('/callback/reasons'));
  const [reason, provocation] = found;
  const sent = await provoke(trial, provocation, 'the message that was to fail was not accepted');
  const isUndelivered = ({ deliveryStatus, error }: JsonObject) =>
    deliveryStatus === 'UNDELIVERED' && error === reason;
  const request = asking(sent.request, { requestId: sent.requestId });
  const outcome = await askUntil(trial, request, ({ content }) => content.some(isUndelivered), {
    attempts: withinSeconds * 5,
    milliseconds: 200,
  });
  const verdict = verdictOn(trial, { outcome, cascade: sent.cascade }, (page) =>
    page.content.some(isUndelivered)
      ? []
      : [fault(`deliveryStatus UNDELIVERED with error ${reason} within ${withinSeconds} s`, page)],
  );
  trial.record(verdict, request);
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
