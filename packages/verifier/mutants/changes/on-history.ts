import type { MakeChange } from '../mutant.ts';
import { isObject, type Json, type JsonObject, readObject, without } from '../proxy/json.ts';
import { isAccepted, requestBody, withAnswerBody, withHeader, withRequestBody } from '../proxy/wire.ts';
import { keyOf } from '../proxy/world.ts';
import { answers } from './on-answer.ts';
import { rewrite } from './on-request.ts';

/** The operation of ADR-0035. */
export const historyPath = '/api/messages/history';

/** The filter is edited before the provider sees it. */
export function filters(edit: (filter: JsonObject) => JsonObject): MakeChange {
  return rewrite((call) =>
    call.path === historyPath ? withRequestBody(call, edit(requestBody(call))) : call,
  );
}

/** The filter loses a member. */
export function ignores(member: string): MakeChange {
  return filters((filter) => without(filter, member));
}

/** Another key asks for it as if it were the good one. */
export function leaks(when: (filter: JsonObject) => boolean): MakeChange {
  return rewrite((call, { fixtures }) =>
    call.path === historyPath && keyOf(call) !== '' && when(requestBody(call))
      ? withHeader(call, 'x-api-key', fixtures.goodKey)
      : call,
  );
}

/** Each page is edited on its way out. */
export function pages(edit: (page: JsonObject, filter: JsonObject) => JsonObject): MakeChange {
  return answers((answer, call) => {
    if (call.path !== historyPath || !isAccepted(answer)) return answer;
    return withAnswerBody(answer, edit(readObject(answer.body) ?? {}, requestBody(call)));
  });
}

/** Each entry is edited on its way out. */
export function entries(edit: (entry: JsonObject) => JsonObject): MakeChange {
  return pages((page) => ({
    ...page,
    content: entriesOf(page).map(edit),
  }));
}

/** The entries of a page. */
export function entriesOf({ content }: JsonObject): readonly JsonObject[] {
  return Array.isArray(content) ? content.filter((entry: Json) => isObject(entry)) : [];
}
