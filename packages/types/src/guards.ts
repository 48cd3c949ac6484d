import type { Problem, StatusEvent } from './generated/openapi.ts';

/** A status event with the reason why its message was not delivered (§6). */
export type UndeliveredEvent = StatusEvent & { readonly status: 'UNDELIVERED'; readonly error: string };

/**
 * Whether a parsed answer is a problem body (§2.4): it has `title` and `status`, and may have other members.
 */
export function isProblem(value: unknown): value is Problem {
  return (
    isObject(value) &&
    typeof value.title === 'string' &&
    Number.isInteger(value.status) &&
    (value.detail === undefined || typeof value.detail === 'string')
  );
}

/**
 * Whether a parsed callback is a status event: it has `requestId`, which may be null, and `status`
 * (ADR-0015).
 */
export function isStatusEvent(value: unknown): value is StatusEvent {
  if (!isObject(value) || typeof value.status !== 'string') return false;
  return value.requestId === null || typeof value.requestId === 'string';
}

/** Whether a status event reports an undelivered message with its reason (§3, §6). */
export function isUndelivered(event: StatusEvent): event is UndeliveredEvent {
  return event.status === 'UNDELIVERED' && typeof event.error === 'string';
}

/** The listed values without a case: what a compiler says of an incomplete switch. */
interface NoCaseFor<Value> {
  readonly value: Value;
}

/**
 * For the `default` of a switch over listed values: the compiler names those without a case. Before 5.5,
 * TypeScript says of `never` only that a string is not assignable.
 * @throws {TypeError} for a value that the types do not have.
 */
export function assertNever<Value>(value: [Value] extends [never] ? Value : NoCaseFor<Value>): never {
  throw new TypeError(`expected a listed value, found ${String(value)}`);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
