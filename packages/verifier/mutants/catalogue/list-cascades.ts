import { answers } from '../changes.ts';
import type { MakeChange, Mutant } from '../mutant.ts';
import {
  type Answer,
  isAccepted,
  isObject,
  type Json,
  type JsonObject,
  withAnswerBody,
} from '../proxy/wire.ts';
import { scheduling } from '../witness/requests.ts';
import { type Ask, type Lens, verdict } from '../witness/witness.ts';
import { mutantsOf } from './mutants-of.ts';

const listPath = '/api/cascade/get-all';
const all: Ask = () => ({ ...scheduling(), path: listPath, body: {} });

/** There is an operation that lists cascades; all else about it is ADR-0013. */
const listing = mutantsOf(
  { class: 'fixture', prefix: 'fixture-list', cites: '4.2/list-cascades, ADR-0013' },
  (change: MakeChange, [lens, plain, changed]: readonly [lens: Lens, plain: string, changed: string]) => [
    change,
    [all, plain, changed, lens],
  ],
);

function listed(text: string): readonly Json[] {
  const list: Json = JSON.parse(text);
  return Array.isArray(list) ? list : [];
}

/** The list edited. */
function lists(edit: (list: readonly Json[]) => readonly Json[]): MakeChange {
  return answers(
    (answer, { path }): Answer =>
      path === listPath && isAccepted(answer)
        ? withAnswerBody(answer, edit(listed(answer.body.toString())))
        : answer,
  );
}

/** Edits each stage of a list; the edit sees the stage that it holds. */
function stages(edit: (stage: JsonObject, next: Json | undefined) => JsonObject): MakeChange {
  const inside = (stage: Json): Json => {
    if (!isObject(stage)) return stage;
    const held = Array.isArray(stage.stages) ? stage.stages : [];
    return { ...edit(stage, held[0]), stages: held.map(inside) };
  };
  return lists((list) =>
    list.map((one) =>
      isObject(one) && Array.isArray(one.stages) ? { ...one, stages: one.stages.map(inside) } : one,
    ),
  );
}

/** The first stage of the last cascade: the cascade with the largest id has three stages. */
const firstStage: Lens = ({ text }) => {
  const last = listed(text).at(-1);
  const stage = isObject(last) && Array.isArray(last.stages) ? last.stages[0] : undefined;
  return isObject(stage) ? `${stage.order} ${stage.decision === null ? 'null' : 'decided'}` : 'none';
};

const idOfFirst: Lens = ({ text }) => {
  const [first] = listed(text);
  return isObject(first) ? typeof first.id : 'none';
};

const countOfFirst: Lens = ({ text }) => {
  const [first] = listed(text);
  return isObject(first) ? typeof first.stagesCount : 'none';
};

export const listCascadesMutants: readonly Mutant[] = [
  listing`missing: Has no operation that lists cascades`(
    answers((answer, { path }, world) => (path === listPath ? world.refuse(404, 'not-found') : answer)),
    [verdict, 'accepted', '404 not-found'],
  ),
  listing`one-less: Leaves the last cascade out`(
    lists((list) => list.slice(0, -1)),
    [({ text }) => String(listed(text).length), '5', '4'],
  ),
  listing`id-as-text: Writes ids as text`(
    lists((list) => list.map((one) => (isObject(one) ? { ...one, id: String(one.id) } : one))),
    [idOfFirst, 'number', 'string'],
  ),
  listing`count-as-text: Writes the number of stages as text`(
    lists((list) =>
      list.map((one) => (isObject(one) ? { ...one, stagesCount: String(one.stagesCount) } : one)),
    ),
    [countOfFirst, 'number', 'string'],
  ),
  listing`order-from-one: Counts stages from 1`(
    stages((stage) => ({ ...stage, order: Number(stage.order) + 1 })),
    [firstStage, '0 null', '1 null'],
  ),
  listing`decision-on-stage-before: Puts each decision one stage too early`(
    stages((stage, next) => ({ ...stage, decision: isObject(next) ? (next.decision ?? null) : null })),
    [firstStage, '0 null', '0 decided'],
  ),
];
