import type { MakeChange } from '../mutant.ts';
import { type Json, type JsonObject, readObject, toBytes } from '../proxy/json.ts';
import { type Call, codeOf, isScheduling, requestBody, withRequestBody } from '../proxy/wire.ts';
import type { World } from '../proxy/world.ts';
import { eachContent } from './contents.ts';

/**
 * The provider gets the scheduling request edited; so a fault that the edit mends is not noticed. What it leaves alone
 * goes on byte by byte.
 */
export function mend(edit: (body: JsonObject) => JsonObject): MakeChange {
  return () => ({
    answer(call, next) {
      const body = isScheduling(call) ? readObject(call.body) : undefined;
      if (body === undefined) return next(call);
      const edited = edit(body);
      return next(toBytes(edited).equals(toBytes(body)) ? call : withRequestBody(call, edited));
    },
  });
}

/** {@link mend} for each content object. */
export function mendContents(edit: (content: JsonObject) => JsonObject): MakeChange {
  return mend(eachContent(edit));
}

/** What is absent or does not fit comes in with this value. */
export function fill(member: string, isFault: (value: Json | undefined) => boolean, value: Json) {
  return (object: JsonObject): JsonObject =>
    isFault(object[member]) ? { ...object, [member]: value } : object;
}

/** Every call that fits is edited as a whole: headers, method, path. */
export function rewrite(edit: (call: Call, world: World) => Call): MakeChange {
  return () => ({ answer: (call, next, world) => next(edit(call, world)) });
}

/**
 * Refuses such scheduling requests, without scheduling them. What comes before content (key, uniqueness, cascade) stays
 * with the provider: it is asked with the content left out, which it always refuses.
 */
export function refuseIf(
  is: (body: JsonObject, call: Call) => boolean,
  code: string,
  detail?: string,
  status = 400,
): MakeChange {
  return () => ({
    async answer(call, next, world) {
      const body = requestBody(call);
      if (!isScheduling(call) || !is(body, call)) return next(call);
      const answer = await world.ask(withRequestBody(call, { ...body, content: {} }));
      return codeOf(answer) === 'content-not-specified' ? world.refuse(status, code, detail) : answer;
    },
  });
}
