import { problemCodes, problemFacts } from '@cascade/types';
import type { Heard } from './fire.ts';
import type { HttpAnswer } from './read-answers.ts';
import type { Shot } from './shot.ts';

/** Before there is an operation, so not in the catalogue (ADR-0011). */
const ofTheServer = [
  ['request-timeout', 408],
  ['request-header-fields-too-large', 431],
] as const;

/** The status of each listed problem, by its title on the wire. */
export type Listed = ReadonlyMap<string, number>;

/** The problems of the catalogue. */
export function readListed(): Listed {
  const catalogued = problemCodes().map((code): readonly [string, number] => {
    const { title, status } = problemFacts(code);
    return [title, status];
  });
  return new Map([...catalogued, ...ofTheServer]);
}

/** What is wrong with the answers to a shot; empty if nothing is. */
export function faultsOf(shot: Shot, { answers, rest, isOver }: Heard, listed: Listed): readonly string[] {
  const faults = answers.flatMap((answer) => faultOf(shot, answer, listed) ?? []);
  if (!isOver) faults.push('no end within the limit');
  else if (answers.length < shot.answers) faults.push(`${answers.length} of ${shot.answers} answers`);
  if (rest > 0 && shot.end !== 'reset') faults.push('bytes beside the answers');
  return faults;
}

function faultOf(shot: Shot, answer: HttpAnswer, listed: Listed): string | undefined {
  const { status, headers, body } = answer;
  if (status >= 500 && status !== 503) return `status ${status}`;
  if (status === 200) return shot.mayBe200 ? undefined : 'a 200 that is wrong';
  if ((status === 503 || status === 429) && !headers.has('retry-after'))
    return `${status} without Retry-After`;
  if (shot.withoutBodies === true) return undefined;
  const type = headers.get('content-type') ?? '';
  if (!/^application\/(?:problem\+)?json$/.test(type)) return `${status} with content-type ${type}`;
  const problem = parse(body);
  if (problem === undefined) return `${status} without a problem body`;
  if (listed.get(problem.title) !== problem.status)
    return `${status} with an unlisted problem ${problem.title}`;
  return problem.status === status ? undefined : `${status} with a problem of status ${problem.status}`;
}

function parse(body: string): { readonly title: string; readonly status: number } | undefined {
  try {
    const { title, status } = JSON.parse(body);
    return { title: String(title), status: Number(status) };
  } catch {
    return undefined;
  }
}

/** How the answers are counted: by their problem, or by status. */
export function nameOf({ status, body }: HttpAnswer): string {
  return status === 200 ? '200' : `${status} ${parse(body)?.title ?? ''}`.trim();
}

/** The request ids that a connection got 200 for. */
export function acceptedIds(answers: readonly HttpAnswer[]): readonly string[] {
  return answers.flatMap(({ status, body }) => {
    if (status !== 200) return [];
    try {
      const { requestId } = JSON.parse(body);
      return typeof requestId === 'string' ? [requestId] : [];
    } catch {
      return [];
    }
  });
}
