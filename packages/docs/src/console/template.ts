import { neighbourRequest, type ProblemCase, type ProblemEntry, provokingRequest } from '@cascade/contract';
import { defined } from '../objects.ts';
import { draftOf } from './draft.ts';
import type { Template } from './page-protocol.ts';

/** Two templates for each case of the catalogue: the provoking request and its neighbour. */
export function templatesOf(problems: readonly ProblemEntry[]): readonly Template[] {
  return problems.flatMap((problem) => problem.cases.flatMap((one) => bothOf(problem, one)));
}

function bothOf({ code: group, status, provenance }: ProblemEntry, one: ProblemCase): readonly Template[] {
  const { name, summary, state, neighbour } = one;
  const common = { group, ...(provenance === 'assumed' ? { isAssumed: true as const } : {}) };
  return [
    defined({ ...common, name, label: `${status} ${summary}`, state, ...requestOf(one, false) }),
    { ...common, name: `${name}-neighbour`, label: `200 ${neighbour.says}`, ...requestOf(one, true) },
  ];
}

function requestOf(one: ProblemCase, isNeighbour: boolean): Pick<Template, 'draft' | 'repeat'> {
  const { repeat, ...request } = one.request;
  const short = { ...one, request };
  // The neighbour of a repeated text is the request without it.
  const whole = isNeighbour && repeat === undefined ? neighbourRequest(short) : provokingRequest(short);
  const draft = draftOf(whole);
  if (repeat === undefined || isNeighbour) return { draft };
  return {
    draft,
    repeat: { member: repeat.at.replace('/body/', ''), text: repeat.text, times: repeat.times },
  };
}
