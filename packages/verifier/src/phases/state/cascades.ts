import { isObject, type JsonObject, parseJson } from '../../json.ts';
import { valueAt } from '../../json-pointer.ts';
import { verdictOf } from '../../oracle/fault.ts';
import { judgeAnswer } from '../../oracle/judge-answer.ts';
import type { ProfileCascade } from '../../profile/profile.ts';
import { buildCase } from '../../scenario/build-case.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { type PhaseContext, requireCase } from '../phase-context.ts';

/** Lists the cascades of the account, and looks for each one of the profile (ADR-0013). */
export async function listCascades(context: PhaseContext, scenario: Scenario): Promise<void> {
  const { profile, target, recorder } = context;
  const built = requireCase(context, scenario, buildCase(profile, scenario));
  if (built === undefined) return;
  const { request, expectation, cascade } = built;
  const outcome = await target.send(request);
  const verdict = judgeAnswer(expectation, outcome, cascade);
  if (verdict.kind !== 'match' || 'none' in outcome) return recorder.record({ scenario, request, verdict });
  const listed = parseJson(outcome.text);
  const faults = profile.cascades.flatMap((each) => {
    const expected = describe(each.id, each.stages);
    const record: unknown = Array.isArray(listed)
      ? listed.find((one) => isObject(one) && one.id === each.id)
      : [];
    const actual = record === undefined ? `no cascade with the id ${each.id}` : describeRecord(record, each);
    return actual === expected
      ? []
      : [{ check: 'response-schema-conformance', severity: 'error', expected, actual } as const];
  });
  recorder.record({ scenario, request, verdict: verdictOf(faults.slice(0, 1)) });
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

/** The stages of a record, each of which holds the next; without UUIDs where the profile has none. */
function describeRecord(record: unknown, { id, stages }: ProfileCascade): string {
  const found: Listed[] = [];
  let stage = valueAt(record, '/stages/0');
  for (; isObject(stage) && found.length <= stages.length; stage = valueAt(stage, '/stages/0')) {
    const isKnown = stages[found.length]?.uuid !== undefined;
    found.push({
      channel: valueAt(stage, '/subject/type'),
      ...(isKnown ? { uuid: String(stage.uuid ?? 'without a UUID') } : {}),
    });
  }
  return describe(id, found);
}

const ttl = /^\d{2,}:[0-5]\d:[0-5]\d$/;

/** Lists the cascades, and checks `order` and `decision` of each stage (ADR-0013). */
export async function orderOfStages(context: PhaseContext, scenario: Scenario): Promise<void> {
  const { profile, target, recorder } = context;
  const built = requireCase(context, scenario, buildCase(profile, scenario));
  if (built === undefined) return;
  const { request, expectation, cascade } = built;
  const outcome = await target.send(request);
  const verdict = judgeAnswer(expectation, outcome, cascade);
  if (verdict.kind !== 'match' || 'none' in outcome) return recorder.record({ scenario, request, verdict });
  const listed = parseJson(outcome.text);
  const ids = new Set(profile.cascades.map(({ id }) => id as unknown));
  const records = Array.isArray(listed) ? listed.filter(isObject).filter(({ id }) => ids.has(id)) : [];
  const wrong = records.flatMap((record) =>
    stagesOf(record).flatMap((stage, at) => faultsOf(record, stage, at)),
  );
  recorder.record({ scenario, request, verdict: verdictOf(wrong.slice(0, 1)) });
}

/** Each stage holds the next one; more than 100 levels are not read. */
function stagesOf(record: JsonObject): JsonObject[] {
  const found: JsonObject[] = [];
  let stage = valueAt(record, '/stages/0');
  for (; isObject(stage) && found.length < 100; stage = valueAt(stage, '/stages/0')) found.push(stage);
  return found;
}

/** No time starts the first stage, so a decision there belongs to the next one. */
function faultsOf({ id }: JsonObject, { order, decision = null }: JsonObject, at: number) {
  const isRight = order === at && (decision === null || (at > 0 && isTtl(decision)));
  if (isRight) return [];
  const decided = at === 0 ? 'null' : 'null or {"type":"TTL","ttl":"HH:MM:SS"}';
  return [
    {
      check: 'response-schema-conformance',
      severity: 'error',
      expected: `stage ${at} of cascade ${id}: order ${at}, decision ${decided}`,
      actual: `order ${JSON.stringify(order ?? null)}, decision ${JSON.stringify(decision)}`,
    } as const,
  ];
}

function isTtl(decision: unknown): boolean {
  return isObject(decision) && decision.type === 'TTL' && ttl.test(String(decision.ttl));
}
