import {
  type LenientSwitch,
  lenientSwitches,
  pathOfLenientList,
  type Reading,
  readListRequest,
  readSchedulingRequest,
  switchesOf,
} from '@cascade/lenient-requests';
import {
  judgeCascadeList,
  judgeMessageHistory,
  judgeScheduling,
  parseBody,
  problem,
  type RequestProblem,
} from '@cascade/validator';
import type { Recorded } from './recording.ts';

/** What is known of a request from its shape alone. */
export interface Advice {
  /** The problem of a strict account; absent if its shape passes there. */
  readonly problem?: RequestProblem;
  /** The problem that is left with these switches on. */
  readonly remaining?: RequestProblem;
  /** The switches of the older shapes that the request has (ADR-0027). */
  readonly switches: readonly LenientSwitch[];
}

const names = Object.keys(lenientSwitches) as LenientSwitch[];
const anyUuid = '00000000-0000-4000-8000-000000000000';

/**
 * Tries each switch on a recorded request. A switch counts if the request reads otherwise with it: some older shapes
 * pass on a strict account and lose their meaning, such as a keyboard.
 */
export function adviceFor(request: Recorded): Advice {
  const found = judge(request, []);
  const switches = names.filter((name) => isReadOtherwise(request, name));
  const remaining = judge(request, switches);
  return {
    switches,
    ...(found === undefined ? {} : { problem: found }),
    ...(remaining === undefined ? {} : { remaining }),
  };
}

function isReadOtherwise(request: Recorded, name: LenientSwitch): boolean {
  const [plain, lenient] = [read(request, []), read(request, [name])];
  return JSON.stringify(plain) !== JSON.stringify(lenient);
}

type Judge = (body: unknown) => RequestProblem | undefined;

const judges: Readonly<Record<string, Judge>> = {
  '/api/cascade/schedule': (body) => judgeScheduling(body).problem,
  '/api/cascade/get-all': judgeCascadeList,
  '/api/messages/history': judgeMessageHistory,
};

function judge(request: Recorded, on: readonly LenientSwitch[]): RequestProblem | undefined {
  const { path, reading } = read(request, on);
  if ('problem' in reading) return reading.problem;
  if (path !== undefined) return judges[path]?.(reading.value);
  return pathOfLenientList(pathOf(request)) === undefined ? undefined : problem('not-found');
}

/** The request as an account with these switches reads it; no path where the account has none. */
function read(
  request: Recorded,
  on: readonly LenientSwitch[],
): { readonly path?: string; readonly reading: Reading } {
  const switches = switchesOf(Object.fromEntries(on.map((name) => [name, true])));
  const asked = pathOf(request);
  const path = judges[asked] === undefined && switches.listRequests ? pathOfLenientList(asked) : asked;
  const parsed = parseBody(new TextEncoder().encode(request.body ?? ''));
  if ('problem' in parsed) return { reading: parsed };
  const { value } = parsed;
  if (path === undefined || judges[path] === undefined) return { reading: parsed };
  if (path !== '/api/cascade/schedule') return { path, reading: { value: readListRequest(value, switches) } };
  return { path, reading: readSchedulingRequest(value, switches, () => anyUuid) };
}

function pathOf({ path }: Recorded): string {
  return path.split('?')[0] ?? path;
}
