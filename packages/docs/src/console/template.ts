import { neighbourRequest, type ProblemCase, type ProblemEntry, provokingRequest } from '@cascade/contract';
import { defined } from '../objects.ts';
import type { Template } from './page-protocol.ts';

/** Two templates for each case of the catalogue: the provoking request and its neighbour. */
export function templatesOf(problems: readonly ProblemEntry[]): readonly Template[] {
  return problems.flatMap((problem) => problem.cases.flatMap((one) => bothOf(problem, one)));
}

function bothOf({ code, status }: ProblemEntry, one: ProblemCase): readonly Template[] {
  const { name, summary, state, neighbour } = one;
  return [
    defined({ name, code, label: `${status} ${summary}`, state, ...draftOf(one, false) }),
    { name: `${name}-neighbour`, code: 'passes', label: `200 ${neighbour.says}`, ...draftOf(one, true) },
  ];
}

function draftOf(one: ProblemCase, isNeighbour: boolean): Pick<Template, 'draft' | 'repeat'> {
  const { repeat, ...request } = one.request;
  const short = { ...one, request };
  // The neighbour of a repeated text is the request without it.
  const whole = isNeighbour && repeat === undefined ? neighbourRequest(short) : provokingRequest(short);
  const { 'x-api-key': key = '', ...further } = whole.headers;
  const headers = Object.entries(further).map(([name, value]) => `${name}: ${value}`);
  const draft = {
    method: whole.method,
    path: whole.path,
    key,
    headers: headers.join('\n'),
    body: JSON.stringify(whole.body, undefined, 2),
  };
  if (repeat === undefined || isNeighbour) return { draft };
  return {
    draft,
    repeat: { member: repeat.at.replace('/body/', ''), text: repeat.text, times: repeat.times },
  };
}
