import { isObject, type RequestProblem } from '@cascade/validator';
import { defined } from './defined.ts';

/** What the mock answers; Prism adds the rest from the description. */
export interface Outcome {
  readonly status: number;
  /** The named example of the response; the first one if absent. */
  readonly example?: string;
  /** Turns the body of the example into the body of the answer; the example itself if absent. */
  readonly fill?: (example: unknown) => unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** What was accepted and never read, as pointers. */
  readonly unread?: readonly string[];
  /** Runs after the answer has been written. */
  readonly afterwards?: () => Promise<void>;
}

/** The outcome of a problem (§7.1): its example, with the detail of this occurrence. */
export function problemOutcome({ status, example, detail, allowed }: RequestProblem): Outcome {
  const headers = allowed && { allow: allowed.join(', ') };
  return {
    status,
    example,
    fill: (body) => (isObject(body) ? { ...body, detail } : body),
    ...defined({ headers }),
  };
}
