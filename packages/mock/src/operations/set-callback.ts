import { judgeCallbackRegistration, problem } from '@cascade/validator';
import { findCallbackUrlFault } from '../callback/callback-url.ts';
import { problemOutcome } from '../outcome.ts';
import { isRecord } from '../record.ts';
import type { Operation } from './operation.ts';

/**
 * Registers the address of the status callback and echoes it (ADR-0014). The address gets no HEAD request:
 * a mock has to work where the receiver is not up yet, and without a network.
 */
export const setCallback: Operation = ({ account, body }) => {
  const found = judgeCallbackRegistration(body);
  if (found !== undefined) return problemOutcome(found);
  const { statusCallbackUrl, subjectId } = isRecord(body) ? body : {};
  const url = String(statusCallbackUrl);
  const detail = findCallbackUrlFault(url);
  if (detail !== undefined) return problemOutcome(problem('callback-url-not-valid', { detail }));
  account.registerCallback(url, typeof subjectId === 'number' ? subjectId : undefined);
  const echo = { statusCallbackUrl: url, ...(subjectId === undefined ? {} : { subjectId }) };
  return { status: 200, example: 'callback-registration', fill: () => echo };
};
