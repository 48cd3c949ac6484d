import { randomUUID } from 'node:crypto';
import type { MakeChange, ProxyChange } from './mutant.ts';
import { keyOf, type ProviderState } from './proxy/provider-state.ts';
import {
  type Call,
  type Callback,
  codeOf,
  isObject,
  isScheduling,
  isSuccessful,
  type Json,
  type JsonObject,
  type ProxyAnswer,
  readObject,
  requestBody,
  toBytes,
  withAnswerBody,
  withHeader,
  without,
  withRequestBody,
} from './proxy/wire.ts';

/** The content objects of a scheduling request, by their members (§2.1). */
export function contentsOf(body: JsonObject): readonly (readonly [member: string, content: JsonObject])[] {
  const { content } = body;
  if (!isObject(content)) return [];
  return Object.entries(content).flatMap(([member, value]) => (isObject(value) ? [[member, value]] : []));
}

/** The request with every content object edited. */
function eachContent(edit: (content: JsonObject) => JsonObject): (body: JsonObject) => JsonObject {
  return (body) => {
    const { content } = body;
    if (!isObject(content)) return body;
    const edited = Object.entries(content).map(([member, value]) => [
      member,
      isObject(value) ? edit(value) : value,
    ]);
    return { ...body, content: Object.fromEntries(edited) };
  };
}

/** Whether a content object of the request is such a one. */
export function someContent(is: (content: JsonObject) => boolean): (body: JsonObject) => boolean {
  return (body) => contentsOf(body).some(([, content]) => is(content));
}

/** The buttons of a content object, if they are objects in an array. */
export function buttonsOf({ buttons }: JsonObject): readonly JsonObject[] {
  return Array.isArray(buttons) ? buttons.filter(isObject) : [];
}

/** The content object with every button edited; `undefined` leaves one out. */
export function eachButton(
  edit: (button: JsonObject, at: number) => JsonObject | undefined,
): (content: JsonObject) => JsonObject {
  return (content) => {
    if (!Array.isArray(content.buttons)) return content;
    return {
      ...content,
      buttons: buttonsOf(content).flatMap((button, at) => edit(button, at) ?? []),
    };
  };
}

/** The items of all sections of the list picker, one after the other. */
export function itemsOf({ listPicker }: JsonObject): readonly JsonObject[] {
  if (!isObject(listPicker) || !Array.isArray(listPicker.sections)) return [];
  return listPicker.sections
    .filter(isObject)
    .flatMap(({ items }) => (Array.isArray(items) ? items.filter(isObject) : []));
}

/** The content object with every item of its list picker edited; `at` counts through all sections. */
export function eachItem(
  edit: (item: JsonObject, at: number) => JsonObject,
): (content: JsonObject) => JsonObject {
  return (content) => {
    const { listPicker } = content;
    if (!isObject(listPicker) || !Array.isArray(listPicker.sections)) return content;
    let at = 0;
    const sections = listPicker.sections.map((section) => {
      if (!isObject(section) || !Array.isArray(section.items)) return section;
      return { ...section, items: section.items.map((item) => (isObject(item) ? edit(item, at++) : item)) };
    });
    return { ...content, listPicker: { ...listPicker, sections } };
  };
}

/** The object with one of its texts edited; without that text, as it is. */
export function editText(object: JsonObject, name: string, edit: (text: string) => string): JsonObject {
  const { [name]: value } = object;
  return typeof value === 'string' ? { ...object, [name]: edit(value) } : object;
}

/** In characters (code points). */
export function lengthOf(value: Json | undefined): number {
  return typeof value === 'string' ? [...value].length : 0;
}

/**
 * Edits the scheduling request before the provider sees it, so that a fault goes unnoticed. A request that
 * the edit leaves alone is passed on byte for byte.
 */
export function editBody(edit: (body: JsonObject) => JsonObject): MakeChange {
  return () => ({
    answer(call, next) {
      const body = isScheduling(call) ? readObject(call.body) : undefined;
      if (body === undefined) return next(call);
      const edited = edit(body);
      return next(toBytes(edited).equals(toBytes(body)) ? call : withRequestBody(call, edited));
    },
  });
}

/** {@link editBody} for each content object. */
export function editContents(edit: (content: JsonObject) => JsonObject): MakeChange {
  return editBody(eachContent(edit));
}

/** {@link editContents} for those with this contentType. */
export function editContentsOf(type: string, edit: (content: JsonObject) => JsonObject): MakeChange {
  return editContents((content) => (content.contentType === type ? edit(content) : content));
}

/** Sets a member that is absent or faulty to this value. */
export function fill(member: string, isFault: (value: Json | undefined) => boolean, value: Json) {
  return (object: JsonObject): JsonObject =>
    isFault(object[member]) ? { ...object, [member]: value } : object;
}

/** Puts another value in place of that of a member that is there. */
export function coerced(name: string, coerce: (value: Json) => Json): (object: JsonObject) => JsonObject {
  return (object) => {
    const { [name]: value } = object;
    return value === undefined ? object : { ...object, [name]: coerce(value) };
  };
}

/** Edits the whole call: headers, method, path. */
export function rewrite(edit: (call: Call, state: ProviderState) => Call): MakeChange {
  return () => ({ answer: (call, next, state) => next(edit(call, state)) });
}

/**
 * Refuses such scheduling requests without scheduling them. The checks before content (key, uniqueness,
 * cascade) stay with the provider: it gets the request without content, which it always refuses.
 */
export function refuseIf(
  is: (body: JsonObject, call: Call) => boolean,
  code: string,
  detail?: string,
  status = 400,
): MakeChange {
  return () => ({
    async answer(call, next, state) {
      const body = requestBody(call);
      if (!isScheduling(call) || !is(body, call)) return next(call);
      const answer = await state.ask(withRequestBody(call, { ...body, content: {} }));
      return codeOf(answer) === 'content-not-specified' ? state.refuse(status, code, detail) : answer;
    },
  });
}

/** {@link refuseIf} for requests of which a content object is such a one. */
export function refuseContent(
  is: (content: JsonObject) => boolean,
  code: string,
  detail?: string,
): MakeChange {
  return refuseIf(someContent(is), code, detail);
}

/** Every answer that fits is changed on its way out. */
export function answers(
  change: (answer: ProxyAnswer, call: Call, state: ProviderState) => ProxyAnswer | Promise<ProxyAnswer>,
): MakeChange {
  return () => ({ answer: async (call, next, state) => change(await next(call), call, state) });
}

/** Problems are changed; of all codes, or of one. */
export function problems(
  change: (answer: ProxyAnswer, body: JsonObject, call: Call) => ProxyAnswer,
  code?: string,
): MakeChange {
  return answers((answer, call) => {
    const found = codeOf(answer);
    if (found === undefined || (code !== undefined && found !== code)) return answer;
    return change(answer, readObject(answer.body) ?? {}, call);
  });
}

/** A problem with this code, of such calls, becomes another one. */
export function recoded(
  code: string,
  status: number,
  to: string,
  is: (call: Call, state: ProviderState) => boolean = () => true,
): MakeChange {
  return answers((answer, call, state) =>
    codeOf(answer) === code && is(call, state) ? state.refuse(status, to) : answer,
  );
}

/** The members of problem bodies are edited; of all codes, or of one. */
export function problemBodies(edit: (body: JsonObject, call: Call) => JsonObject, code?: string): MakeChange {
  return problems((answer, body, call) => withAnswerBody(answer, edit(body, call)), code);
}

/** The text of `detail` is edited, where there is one. */
export function details(edit: (detail: string, call: Call) => string, code?: string): MakeChange {
  return problemBodies(
    (body, call) => (typeof body.detail === 'string' ? { ...body, detail: edit(body.detail, call) } : body),
    code,
  );
}

/** Answers that accept a scheduling request are changed. */
export function acceptances(change: (answer: ProxyAnswer, call: Call) => ProxyAnswer): MakeChange {
  return answers((answer, call) =>
    isScheduling(call) && isSuccessful(answer) ? change(answer, call) : answer,
  );
}

/** A request that is refused with the code is told to be accepted; nothing is scheduled. */
export function acceptInsteadOf(
  code: string,
  is: (body: JsonObject, problem: JsonObject, state: ProviderState, call: Call) => boolean = () => true,
): MakeChange {
  return answers((answer, call, state) => {
    const isMeant = isScheduling(call) && codeOf(answer) === code;
    return isMeant && is(requestBody(call), readObject(answer.body) ?? {}, state, call)
      ? state.accept(call)
      : answer;
  });
}

/** A problem with another HTTP status, repeated in the body as it should be. */
export function withStatus(answer: ProxyAnswer, body: JsonObject, status: number): ProxyAnswer {
  return withAnswerBody({ ...answer, status }, { ...body, status });
}

/**
 * Gives the provider a fresh request id where the old one should count as forgotten. Consumer and receiver
 * see the id that was sent.
 */
export function freshIdIf(is: (requestId: string, call: Call) => boolean): ProxyChange {
  const sentAs = new Map<string, string>();
  return {
    async answer(call, next) {
      const body = requestBody(call);
      const { requestId } = body;
      if (!isScheduling(call) || typeof requestId !== 'string' || !is(requestId, call)) return next(call);
      const fresh = randomUUID();
      sentAs.set(fresh, requestId);
      const answer = await next(withRequestBody(call, { ...body, requestId: fresh }));
      const said = readObject(answer.body);
      return said?.requestId === fresh ? withAnswerBody(answer, { ...said, requestId }) : answer;
    },
    deliver(callback, next) {
      const { requestId } = callback.event;
      const original = typeof requestId === 'string' ? sentAs.get(requestId) : undefined;
      if (original === undefined) return next(callback);
      return next({ ...callback, event: { ...callback.event, requestId: original } });
    },
  };
}

/** Status events are edited on their way to the receiver. */
export function events(
  is: (event: JsonObject) => boolean,
  edit: (event: JsonObject) => JsonObject,
): MakeChange {
  return callbacks(is, (callback) => ({ ...callback, event: edit(callback.event) }));
}

/** Callbacks with such an event are changed. */
export function callbacks(
  is: (event: JsonObject) => boolean,
  change: (callback: Callback) => Callback,
): MakeChange {
  return () => ({
    deliver: (callback, next) => next(is(callback.event) ? change(callback) : callback),
  });
}

/** Callbacks with such an event never come. */
export function dropped(is: (event: JsonObject) => boolean): MakeChange {
  return () => ({ deliver: async (callback, next) => (is(callback.event) ? 200 : next(callback)) });
}

export const reportsUndelivered = ({ status }: JsonObject): boolean => status === 'UNDELIVERED';
export const anyEvent = (): boolean => true;

/** Whether the event says that the message was not delivered for this reason, in either spelling. */
export function hasReason(reason: string): (event: JsonObject) => boolean {
  return ({ status, error }) =>
    status === 'UNDELIVERED' &&
    (error === reason || (reason === 'no-template-match' && error === 'not-template-match'));
}

/** The operation of ADR-0035. */
export const historyPath = '/api/messages/history';

/** The filter is edited before the provider sees it. */
export function filters(edit: (filter: JsonObject) => JsonObject): MakeChange {
  return rewrite((call) =>
    call.path === historyPath ? withRequestBody(call, edit(requestBody(call))) : call,
  );
}

/** The filter loses these members. */
export function ignores(...members: readonly string[]): MakeChange {
  return filters((filter) => without(filter, ...members));
}

/** Another key that asks by this member does so as if it were the good one. */
export function leaks(member: string): MakeChange {
  return rewrite((call, { fixtures }) =>
    call.path === historyPath && keyOf(call) !== '' && requestBody(call)[member] !== undefined
      ? withHeader(call, 'x-api-key', fixtures.goodKey)
      : call,
  );
}

/** Each page is edited on its way out. */
export function pages(edit: (page: JsonObject, filter: JsonObject) => JsonObject): MakeChange {
  return answers((answer, call) => {
    if (call.path !== historyPath || !isSuccessful(answer)) return answer;
    return withAnswerBody(answer, edit(readObject(answer.body) ?? {}, requestBody(call)));
  });
}

/** Each entry is edited on its way out. */
export function entries(edit: (entry: JsonObject) => JsonObject): MakeChange {
  return pages((page) => ({
    ...page,
    content: entriesOfPage(page).map(edit),
  }));
}

/** The entries of a page. */
export function entriesOfPage({ content }: JsonObject): readonly JsonObject[] {
  return Array.isArray(content) ? content.filter((entry: Json) => isObject(entry)) : [];
}
