import type { CallbackProfile } from '../../generated/profile.ts';
import { parseJson } from '../../json.ts';
import { valueAt } from '../../json-pointer.ts';
import { type CallbackReceiver, type Received, startReceiver } from './start-receiver.ts';

/**
 * The only receiver of a run. It answers every callback, from the set-up check to the end. A provider repeats
 * what a dead address did not take, and such repetitions come before what a scenario waits for.
 */
export interface CallbackInbox extends CallbackReceiver {
  /** Remembers what comes of this message; call it before the message is sent. */
  readonly expect: (requestId: string) => void;
  /** Remembers from now on some callbacks of other messages as well. */
  readonly sampleOthers: () => void;
}

/** A cascade of three stages that reports four statuses of each, every one of them eight times. */
const mostOfMessage = 100;
const mostOthers = 200;

/** @throws {Error} if it cannot listen there. */
export async function openInbox(callback: Partial<CallbackProfile> = {}): Promise<CallbackInbox> {
  const pointer = callback.members?.requestId ?? defaultRequestId;
  const expected = new Map<string, number>();
  let othersLeft = 0;
  const remembers = ({ body }: Received): boolean => {
    const id = keyOf(valueAt(parseJson(body), pointer));
    const known = expected.get(id);
    if (known === undefined) {
      othersLeft -= 1;
      return othersLeft >= 0;
    }
    expected.set(id, known + 1);
    return known < mostOfMessage;
  };
  const receiver = await startReceiver(callback.listen, { remembers });
  return {
    ...receiver,
    expect: (requestId) => void expected.set(keyOf(requestId), 0),
    sampleOthers() {
      othersLeft = mostOthers;
    },
  };
}

/** Where the request id is in a payload, if the profile does not say it (ADR-0015). */
export const defaultRequestId = '/requestId';

/** Letter case of an id does not count (ADR-0007). */
function keyOf(id: unknown): string {
  return typeof id === 'string' ? id.toLowerCase() : '';
}
