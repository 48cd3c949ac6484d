import type { MakeChange } from '../mutant.ts';
import { type JsonObject, readObject } from '../proxy/json.ts';
import {
  type Answer,
  type Call,
  codeOf,
  isAccepted,
  isScheduling,
  requestBody,
  withAnswerBody,
} from '../proxy/wire.ts';
import type { World } from '../proxy/world.ts';

/** Every answer that fits is changed on its way out. */
export function answers(
  change: (answer: Answer, call: Call, world: World) => Answer | Promise<Answer>,
): MakeChange {
  return () => ({ answer: async (call, next, world) => change(await next(call), call, world) });
}

/** Problems are changed; of all codes, or of one. */
export function problems(
  change: (answer: Answer, body: JsonObject, call: Call) => Answer,
  code?: string,
): MakeChange {
  return answers((answer, call) => {
    const found = codeOf(answer);
    if (found === undefined || (code !== undefined && found !== code)) return answer;
    return change(answer, readObject(answer.body) ?? {}, call);
  });
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
export function acceptances(change: (answer: Answer, call: Call) => Answer): MakeChange {
  return answers((answer, call) =>
    isScheduling(call) && isAccepted(answer) ? change(answer, call) : answer,
  );
}

/** A request that is refused with the code is told to be accepted; nothing is scheduled. */
export function acceptInsteadOf(
  code: string,
  is: (body: JsonObject, problem: JsonObject, world: World) => boolean = () => true,
): MakeChange {
  return answers((answer, call, world) => {
    const isMeant = isScheduling(call) && codeOf(answer) === code;
    return isMeant && is(requestBody(call), readObject(answer.body) ?? {}, world)
      ? world.accept(call)
      : answer;
  });
}

/** A problem with another HTTP status, repeated in the body as it should be. */
export function withStatus(answer: Answer, body: JsonObject, status: number): Answer {
  return withAnswerBody({ ...answer, status }, { ...body, status });
}
