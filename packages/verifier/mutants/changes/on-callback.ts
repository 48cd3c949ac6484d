import type { MakeChange } from '../mutant.ts';
import type { JsonObject } from '../proxy/json.ts';
import type { Callback } from '../proxy/wire.ts';

/** Status events are edited on their way to the receiver. */
export function events(
  is: (event: JsonObject) => boolean,
  edit: (event: JsonObject) => JsonObject,
): MakeChange {
  return callbacks(is, (callback) => ({ ...callback, event: edit(callback.event) }));
}

/** Callbacks with such an event are changed. */
export function callbacks(
  is: (event: JsonObject) => boolean,
  change: (callback: Callback) => Callback,
): MakeChange {
  return () => ({
    deliver: (callback, next) => next(is(callback.event) ? change(callback) : callback),
  });
}

/** Callbacks with such an event never come. */
export function dropped(is: (event: JsonObject) => boolean): MakeChange {
  return () => ({ deliver: async (callback, next) => (is(callback.event) ? 200 : next(callback)) });
}

export const isUndelivered = ({ status }: JsonObject): boolean => status === 'UNDELIVERED';
export const anyEvent = (): boolean => true;

/** Whether the event says that the message was not delivered for this reason, in either spelling. */
export function hasReason(reason: string): (event: JsonObject) => boolean {
  return ({ status, error }) =>
    status === 'UNDELIVERED' &&
    (error === reason || (reason === 'no-template-match' && error === 'not-template-match'));
}
