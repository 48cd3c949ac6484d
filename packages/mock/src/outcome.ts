import type { RequestProblem } from '@cascade/validator';
import { isRecord } from './record.ts';

/** What the mock decided to answer; Prism fills in the rest from the description. */
export interface Outcome {
  readonly status: number;
  /** The named example of the response; the first one if absent. */
  readonly example?: string;
  /** Turns the body of the example into the body of the answer; as it is if absent. */
  readonly fill?: (example: unknown) => unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** What is done once the answer is on its way. */
  readonly afterwards?: () => Promise<void>;
}

/** A problem that the validator found (§7.1): its example, with the detail of this occurrence. */
export function problemOutcome({ status, example, detail }: RequestProblem): Outcome {
  return { status, example, fill: (body) => (isRecord(body) ? { ...body, detail } : body) };
}
