import { isObject, judgeCallbackRegistration, problem } from '@cascade/validator';
import { findCallbackUrlFault } from '../callback/callback-url.ts';
import { defined } from '../defined.ts';
import { problemOutcome } from '../outcome.ts';
import type { Operation } from './operation.ts';

/**
 * Registers the address of the status callback and echoes it (ADR-0014). Sends no HEAD request to it: a mock
 * has to work before the receiver runs, and without a network.
 */
export const setCallback: Operation = ({ account, body }) => {
  const found = judgeCallbackRegistration(body);
  if (found !== undefined) return problemOutcome(found);
  const { statusCallbackUrl, subjectId, ...others } = isObject(body) ? body : {};
  const url = String(statusCallbackUrl);
  const detail = findCallbackUrlFault(url);
  if (detail !== undefined) return problemOutcome(problem('callback-url-not-valid', { detail }));
  account.registerCallback(url, typeof subjectId === 'number' ? subjectId : undefined);
  const { inMessageCallbackUrl, messageMatcherCallbackUrl } = others;
  const echo = {
    statusCallbackUrl: url,
    ...defined({ subjectId, inMessageCallbackUrl, messageMatcherCallbackUrl }),
  };
  return { status: 200, example: 'callback-registration', fill: () => echo };
};
