import type { LenientSwitch } from '@cascade/lenient-requests';
import { differences } from './differences.ts';
import { type Advice, adviceFor } from './find-switches.ts';
import type { Recorded } from './recording.ts';
import { type Answer, send } from './send.ts';

/** What became of one recorded request. */
export interface Replayed {
  readonly name: string;
  readonly answer: Answer;
  /** Of the other target, if there is one. */
  readonly against?: Answer;
  readonly differences: readonly string[];
  /** Whether the answer has the recorded status, or any 2xx if none is recorded. */
  readonly isExpected: boolean;
  readonly expected?: number;
  readonly advice: Advice;
}

export interface ReplayOptions {
  readonly target: string;
  readonly against?: string;
  readonly key?: string;
}

/** Sends the requests one after the other, to the second target too if there is one. */
export async function* replay(
  requests: readonly Recorded[],
  { target, against, key }: ReplayOptions,
): AsyncGenerator<Replayed> {
  for (const request of requests) {
    const answer = await send(target, request, key);
    const other = against === undefined ? undefined : await send(against, request, key);
    const { name, expected } = request;
    yield {
      name,
      answer,
      advice: adviceFor(request),
      differences: other === undefined ? [] : differences(answer, other),
      isExpected: expected === undefined ? isSuccess(answer) : answer.status === expected,
      ...(other === undefined ? {} : { against: other }),
      ...(expected === undefined ? {} : { expected }),
    };
  }
}

/** Refused requests with one cause, and the switches that let them in. */
export interface Family {
  readonly cause: string;
  readonly switches: readonly LenientSwitch[];
  readonly names: readonly string[];
}

/** Groups refused requests by the switches that let them in, or else by their problem. */
export function familiesOf(all: readonly Replayed[]): Family[] {
  const refused = all.filter(({ answer }) => !isSuccess(answer));
  const groups = Map.groupBy(refused, (each) =>
    isLetInBySwitches(each) ? each.advice.switches.join(' ') : causeOf(each),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const switches = isLetInBySwitches(first) ? first.advice.switches : [];
    return [{ cause: causeOf(first), switches, names: group.map(({ name }) => name) }];
  });
}

/** Whether the refusal is that of a strict account, and the switches leave nothing to refuse. */
export function isLetInBySwitches({ answer, advice: { problem, remaining, switches } }: Replayed): boolean {
  const isStrict = problem !== undefined && problem.title === answer.title;
  return isStrict && remaining === undefined && switches.length > 0;
}

/** The problem and where it is. */
function causeOf({
  answer: { status, title = String(status), detail },
  advice: { problem },
}: Replayed): string {
  const known = problem?.title === title ? problem.detail : undefined;
  const where = detail ?? known;
  return where === undefined ? title : `${title}: ${where}`;
}

export function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}
