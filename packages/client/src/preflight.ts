import {
  type LenientSwitches,
  readSchedulingRequest,
  switchesOf,
  unreadMembers,
} from '@cascade/lenient-requests';
import type { Cascade, CascadeStage } from '@cascade/types';
import {
  bodyLimitInBytes,
  type CascadeShape,
  isObject,
  judgeExtent,
  judgeScheduling,
  payloadTooLarge,
  type RequestProblem,
} from '@cascade/validator';

export type { CascadeShape, RequestProblem } from '@cascade/validator';

/** What the caller already knows of the account. */
export interface PreflightOptions {
  /** The cascade of the request, as `listCascades` returns it or in short; ignored if its id differs. */
  readonly cascade?: Cascade | CascadeShape;
  /** All cascades of the account; any other id is `cascade-not-found`. */
  readonly cascades?: readonly (Cascade | CascadeShape)[];
  /** The older request shapes that the account lets in (ADR-0027); none if absent. */
  readonly lenient?: Partial<LenientSwitches>;
}

const anyRequestId = '00000000-0000-4000-8000-000000000000';

/**
 * The problem that the provider would answer with (§7.1), by the same compiled rules, or nothing. It cannot
 * check what only the provider knows: used request ids, the balance, and cascades that are not in the
 * options. The furthest start time is judged by the machine's clock (ADR-0043). A missing requestId is
 * accepted, since `schedule` generates one.
 * @throws {TypeError} if `lenient` has a name that is not that of a switch.
 */
export function preflight(request: unknown, options: PreflightOptions = {}): RequestProblem | undefined {
  const switches = switchesOf(options.lenient ?? {});
  const json = JSON.stringify(withAnyRequestId(request));
  if (json === undefined) return judgeScheduling(undefined).problem;
  const bytes = new TextEncoder().encode(json);
  if (bytes.length > bodyLimitInBytes) return payloadTooLarge();
  const tooMuch = judgeExtent(bytes);
  if (tooMuch !== undefined) return tooMuch;
  // Judges the JSON that `schedule` sends: undefined members are gone, dates are strings.
  const reading = readSchedulingRequest(JSON.parse(json), switches, () => anyRequestId);
  if ('problem' in reading) return reading.problem;
  const body = reading.value;
  const findCascade = cascadeFinder(body, options);
  const now = () => new Date();
  return judgeScheduling(body, findCascade === undefined ? { now } : { findCascade, now }).problem;
}

/**
 * Pointers to what the provider accepts and never reads: a `keyboard` or an `attachment` whose switch is off
 * (ADR-0027). The message would arrive without its buttons or its file.
 * @throws {TypeError} if `lenient` has a name that is not that of a switch.
 */
export function unread(
  request: unknown,
  { lenient = {} }: Pick<PreflightOptions, 'lenient'> = {},
): readonly string[] {
  return unreadMembers(request, switchesOf(lenient));
}

function cascadeFinder(body: unknown, { cascade, cascades }: PreflightOptions) {
  if (cascades === undefined && (cascade === undefined || idIn(body) !== cascade.id)) return undefined;
  const shapes = [...(cascades ?? []), ...(cascade === undefined ? [] : [cascade])].map(cascadeShape);
  return (id: number) => shapes.find((shape) => shape.id === id);
}

function withAnyRequestId(request: unknown): unknown {
  if (!isObject(request)) return request;
  return { ...request, requestId: request.requestId ?? anyRequestId };
}

function idIn(body: unknown): unknown {
  return isObject(body) ? body.cascadeId : undefined;
}

/** A cascade as the rules take it. `listCascades` nests each stage in the one before (ADR-0013). */
function cascadeShape(cascade: Cascade | CascadeShape): CascadeShape {
  const { id } = cascade;
  return isListed(cascade) ? { id, stages: flatten(cascade.stages) } : cascade;
}

function isListed(cascade: Cascade | CascadeShape): cascade is Cascade {
  return cascade.stages.some((stage) => 'subject' in stage && !('channel' in stage));
}

function flatten(stages: readonly CascadeStage[]): CascadeShape['stages'] {
  return stages.flatMap((stage) => [
    { uuid: stage.uuid, channel: stage.subject.type },
    ...flatten(stage.stages ?? []),
  ]);
}
