import type { MakeChange } from '../mutant.ts';
import { type Json, type JsonObject, readObject, toBytes } from '../proxy/json.ts';
import { type Call, codeOf, isScheduling, requestBody, withRequestBody } from '../proxy/wire.ts';
import type { World } from '../proxy/world.ts';
import { eachContent } from './contents.ts';

/**
 * Edits the scheduling request before the provider sees it, so that a fault goes unnoticed. A request that the edit
 * leaves alone is passed on byte for byte.
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

/** Sets a member that is absent or faulty to this value. */
export function fill(member: string, isFault: (value: Json | undefined) => boolean, value: Json) {
  return (object: JsonObject): JsonObject =>
    isFault(object[member]) ? { ...object, [member]: value } : object;
}

/** Edits the whole call: headers, method, path. */
export function rewrite(edit: (call: Call, world: World) => Call): MakeChange {
  return () => ({ answer: (call, next, world) => next(edit(call, world)) });
}

/**
 * Refuses such scheduling requests without scheduling them. The checks before content (key, uniqueness, cascade) stay
 * with the provider: it gets the request without content, which it always refuses.
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
