import { isObject, parseJson, titleIn } from '../../json.ts';
import type { Met, Outcome } from '../../scenario/scenario.ts';

/**
 * What an attempt says of the message (ADR-0060): `open` may be accepted although no answer says so, `used`
 * is a used request id, `never` was not sent.
 */
type Effect = 'accepts' | 'used' | 'refuses' | 'open' | 'never';

interface CallRules {
  /** The caller gave the request id, so an earlier call may have used it. */
  readonly isOfCaller: boolean;
  readonly keepsUsed: boolean;
}

/** How a call ends whose attempts met this, in order. */
export function outcomeOf(met: readonly Met[], { isOfCaller, keepsUsed }: CallRules): Outcome {
  const effects = met.map(effectOf);
  const last = effects.at(-1);
  const isOpen = effects.includes('open');
  if (last === 'accepts' || (last === 'used' && isOpen && keepsUsed)) return 'scheduled';
  return isOpen || (last === 'used' && isOfCaller) ? 'unknown' : 'not-scheduled';
}

/** Whether another attempt could change nothing, or would repeat what is done. */
export function endsCall(met: Met): boolean {
  const effect = effectOf(met);
  // A client may take a body that it cannot read for a lost answer.
  if (met.answer?.encoding !== undefined || met.answer?.status === 429) return false;
  return effect === 'accepts' || effect === 'refuses' || effect === 'used';
}

/** The problem code that the answer tells, if it refuses with one. */
export function codeOf(met: Met | undefined): string | undefined {
  if (met === undefined || !['refuses', 'used'].includes(effectOf(met))) return undefined;
  return titleIn(met.answer?.encoding === undefined ? (met.answer?.body ?? '') : '');
}

function effectOf(met: Met): Effect {
  const { answer, refuses } = met;
  if (refuses) return 'never';
  if (answer === undefined || met.breaks || met.silent || met.drips) return 'open';
  const { status, body = '' } = answer;
  if (status < 300) return contradicts(answer) ? 'open' : 'accepts';
  if (status === 408 || status >= 500) return 'open';
  return titleIn(body) === 'requestId-is-not-unique' ? 'used' : 'refuses';
}

/** Whether the body of a success denies it (ADR-0001). */
function contradicts({ body = '', encoding }: NonNullable<Met['answer']>): boolean {
  // No row has a body that is in the coding that it names.
  if (encoding !== undefined) return true;
  if (body.trim() === '') return false;
  const said = parseJson(body);
  if (!isObject(said)) return true;
  const { requestId, title, status } = said;
  const isFault = typeof status === 'number' && status > 399;
  if (typeof title === 'string' && (requestId === undefined || isFault)) return true;
  return requestId !== undefined && String(requestId).toLowerCase() !== '{{requestid}}';
}
