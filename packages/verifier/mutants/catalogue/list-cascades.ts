import { answers } from '../changes/on-answer.ts';
import type { MakeChange, Mutant } from '../mutant.ts';
import { isObject, type Json } from '../proxy/json.ts';
import { type Answer, isAccepted, withAnswerBody } from '../proxy/wire.ts';
import { type Ask, asking, type Lens, verdict } from '../witness/observe.ts';
import { scheduling } from '../witness/requests.ts';
import { ofClass } from './of-class.ts';

const listPath = '/api/cascade/get-all';
const all: Ask = () => ({ ...scheduling(), path: listPath, body: {} });

/** There is an operation that lists cascades; all else about it is ADR-0013. */
function listing(
  id: string,
  title: string,
  change: MakeChange,
  [lens, plain, changed]: readonly [lens: Lens, plain: string, changed: string],
): Mutant {
  const witness = asking(all, plain, changed, lens);
  return ofClass('fixture')({
    id: `fixture-list-${id}`,
    clauses: ['4.2/list-cascades'],
    assumes: 'ADR-0013',
    title,
    change,
    witness,
  });
}

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

const idOfFirst: Lens = ({ text }) => {
  const [first] = listed(text);
  return isObject(first) ? typeof first.id : 'none';
};

export const listCascadesMutants: readonly Mutant[] = [
  listing(
    'missing',
    'Has no operation that lists cascades',
    answers((answer, { path }, world) => (path === listPath ? world.refuse(404, 'not-found') : answer)),
    [verdict, 'accepted', '404 not-found'],
  ),
  listing(
    'one-less',
    'Leaves the last cascade out',
    lists((list) => list.slice(0, -1)),
    [({ text }) => String(listed(text).length), '5', '4'],
  ),
  listing(
    'id-as-text',
    'Writes ids as text',
    lists((list) => list.map((one) => (isObject(one) ? { ...one, id: String(one.id) } : one))),
    [idOfFirst, 'number', 'string'],
  ),
];
