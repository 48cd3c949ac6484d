import type { CallbackRegistration } from '@cascade/types';
import { isObject, judgeCallbackRegistration, judgeCallbackUrl } from '@cascade/validator';
import { isLoopback } from '../callback/is-loopback.ts';
import { defined } from '../defined.ts';
import { problemOutcome } from '../outcome.ts';
import type { Operation } from './operation.ts';

/**
 * Keeps the registration and echoes it (ADR-0014). Sends no HEAD request to the address of the status callback: a
 * mock has to work before the receiver runs, and without a network.
 */
export const setCallback: Operation = ({ account, body }) => {
  const found = judgeCallbackRegistration(body);
  if (found !== undefined) return problemOutcome(found);
  const registration = readRegistration(body);
  const unfit = judgeCallbackUrl(registration.statusCallbackUrl, isLoopback);
  if (unfit !== undefined) return problemOutcome(unfit);
  account.registerCallback(registration);
  return { status: 200, example: 'callback-registration', fill: () => registration };
};

/** Reads a body that has passed the rules. */
function readRegistration(body: unknown): CallbackRegistration {
  const { statusCallbackUrl, subjectId } = isObject(body) ? body : {};
  return {
    statusCallbackUrl: String(statusCallbackUrl),
    ...defined({ subjectId: typeof subjectId === 'number' || subjectId === null ? subjectId : undefined }),
  };
}
