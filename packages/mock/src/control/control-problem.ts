import { didYouMean } from '@cascade/yaml-file';
import type { ControlFault, ControlProblem } from '../generated/control.ts';
import type { MockAnswer } from '../mock.ts';

/** Why a control request was refused: the titles of `ControlProblem`. */
const statuses = {
  'invalid-request': 400,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'payload-too-large': 413,
  'unsupported-media-type': 415,
  'too-many-waiting': 503,
} as const;

type ControlTitle = keyof typeof statuses;

/** Ends a control request with a problem. */
export class ControlRefusal extends Error {
  readonly problem: ControlProblem;

  constructor(title: ControlTitle, detail: string, errors?: readonly ControlFault[]) {
    super(detail);
    this.problem = { title, status: statuses[title], detail, ...(errors === undefined ? {} : { errors }) };
  }
}

/** Refuses with every fault. */
export function refuseFaults(
  faults: readonly ControlFault[],
  title: ControlTitle = 'invalid-request',
): never {
  const [first] = faults;
  throw new ControlRefusal(title, first === undefined ? '' : firstDetail(first), faults);
}

/** A fault of the whole body has no pointer to name. */
function firstDetail({ pointer, detail }: ControlFault): string {
  return pointer === '' ? detail : `${pointer}: ${detail}`;
}

/** Refuses a value that is not in a list, with the nearest of it. */
export function refuseUnknown(pointer: string, found: string, known: readonly string[]): never {
  const near = didYouMean(found, known);
  const detail =
    near === '' ? `expected one of ${known.join(', ')}, found "${found}"` : `unknown "${found}"${near}`;
  return refuseFaults([{ pointer, detail }]);
}

/** The answer of a refusal (RFC 9457). */
export function problemAnswer({ problem }: ControlRefusal, allowed?: string): MockAnswer {
  return {
    status: problem.status,
    headers: {
      'content-type': 'application/problem+json',
      ...(allowed === undefined ? {} : { allow: allowed }),
    },
    body: JSON.stringify(problem),
    code: problem.title,
  };
}
