import type { ProfileCascade } from '../../generated/profile.ts';
import { isObject, type JsonObject, parseJson } from '../../json.ts';
import { valueAt } from '../../json-pointer.ts';
import { type AnswerFault, errorOf, verdictOf } from '../../oracle/fault.ts';
import { judgeAnswer } from '../../oracle/judge-answer.ts';
import type { Trial } from '../phase-context.ts';

/**
 * Asks for the cascades of the account, and judges what the list holds, if it is answered as expected
 * (ADR-0013).
 */
async function judgeList(
  trial: Trial,
  faultsIn: (listed: readonly unknown[] | undefined) => readonly AnswerFault[],
): Promise<void> {
  const { request, expectation, cascade } = trial.build();
  const outcome = await trial.target.send(request);
  const answered = judgeAnswer(expectation, outcome, cascade);
  if (answered.kind !== 'match' || 'none' in outcome) return trial.record(answered, request);
  const listed = parseJson(outcome.text);
  trial.record(verdictOf(faultsIn(Array.isArray(listed) ? listed : undefined).slice(0, 1)), request);
}

/** Looks for each cascade of the profile in the list. */
export function listCascades(trial: Trial): Promise<void> {
  return judgeList(trial, (listed) =>
    trial.profile.cascades.flatMap((each) => {
      const expected = describe(each.id, each.stages);
      const record = listed === undefined ? [] : listed.find((one) => isObject(one) && one.id === each.id);
      const actual =
        record === undefined ? `no cascade with the id ${each.id}` : describeRecord(record, each);
      return actual === expected ? [] : [errorOf('response-schema-conformance', expected, actual)];
    }),
  );
}

interface Listed {
  readonly channel: unknown;
  readonly uuid?: unknown;
}

function describe(id: number, stages: readonly Listed[]): string {
  const told = stages.map(({ channel, uuid }) =>
    [channel ?? 'no channel', ...(uuid === undefined ? [] : [uuid])].join(' '),
  );
  return `cascade ${id}: ${told.join(', ')}`;
}

/** The stages of a record; without UUIDs where the profile has none. */
function describeRecord(record: unknown, { id, stages }: ProfileCascade): string {
  const found = stagesOf(record, stages.length + 1).map((stage, at): Listed => {
    const isKnown = stages[at]?.uuid !== undefined;
    return {
      channel: valueAt(stage, '/subject/type'),
      ...(isKnown ? { uuid: String(stage.uuid ?? 'without a UUID') } : {}),
    };
  });
  return describe(id, found);
}

const ttl = /^\d{2,}:[0-5]\d:[0-5]\d$/;

/** Checks `order` and `decision` of each stage of the listed cascades. */
export function orderOfStages(trial: Trial): Promise<void> {
  const ids = new Set(trial.profile.cascades.map(({ id }) => id as unknown));
  return judgeList(trial, (listed = []) =>
    listed
      .filter(isObject)
      .filter(({ id }) => ids.has(id))
      .flatMap((record) => stagesOf(record, 100).flatMap((stage, at) => faultsOf(record, stage, at))),
  );
}

/** The stages of a listed cascade, each of which holds the next (ADR-0013); no more than `most` are read. */
export function stagesOf(record: unknown, most: number): JsonObject[] {
  const found: JsonObject[] = [];
  let stage = valueAt(record, '/stages/0');
  for (; isObject(stage) && found.length < most; stage = valueAt(stage, '/stages/0')) found.push(stage);
  return found;
}

/** No time starts the first stage, so a decision there belongs to the next one. */
function faultsOf({ id }: JsonObject, { order, decision = null }: JsonObject, at: number) {
  const isRight = order === at && (decision === null || (at > 0 && isTtl(decision)));
  if (isRight) return [];
  const decided = at === 0 ? 'null' : 'null or {"type":"TTL","ttl":"HH:MM:SS"}';
  return [
    errorOf(
      'response-schema-conformance',
      `stage ${at} of cascade ${id}: order ${at}, decision ${decided}`,
      `order ${JSON.stringify(order ?? null)}, decision ${JSON.stringify(decision)}`,
    ),
  ];
}

function isTtl(decision: unknown): boolean {
  return isObject(decision) && decision.type === 'TTL' && ttl.test(String(decision.ttl));
}
