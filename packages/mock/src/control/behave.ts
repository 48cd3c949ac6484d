import { problem, type RequestProblem } from '@cascade/validator';
import type { NewBehaviour } from '../generated/control.ts';
import type { Mock, MockAnswer } from '../mock.ts';
import { held, type MockRequest } from '../request.ts';
import { codeOf } from './behaviours.ts';

/** What a behaviour needs of the mock. */
export interface Means {
  /** Resolves after that many milliseconds, or when the mock stops. */
  readonly pause: (milliseconds: number) => Promise<void>;
  /** The answer of a problem to a request, as the description has it. */
  readonly refuse: (request: MockRequest, found: RequestProblem) => Promise<MockAnswer>;
}

/** Answers a request as its behaviour says: first the delay, then what changes state, then the fault. */
export async function behave(
  mock: Mock,
  request: MockRequest,
  { delaySeconds = 0, answer, fault, proxyStatus = 502 }: NewBehaviour,
  { pause, refuse }: Means,
): Promise<MockAnswer> {
  if (fault === 'drop') {
    if (delaySeconds > 0) await pause(delaySeconds * 1_000);
    return { status: 0, headers: {}, body: '', cut: 'whole' };
  }
  const asked = delaySeconds > 0 ? await held(request, delaySeconds, pause) : request;
  if (answer !== undefined) {
    const { retryAfterSeconds } = answer;
    const refused = await refuse(asked, problem(codeOf(answer) ?? 'system-error'));
    if (retryAfterSeconds === undefined) return refused;
    return { ...refused, headers: { ...refused.headers, 'retry-after': String(retryAfterSeconds) } };
  }
  if (fault === 'proxy-error') return proxyPage(proxyStatus);
  const carriedOut = await mock.answer(asked);
  if (fault === 'accept-and-lose') return { ...carriedOut, cut: 'whole' };
  return fault === 'torn' ? { ...carriedOut, cut: 'half' } : carriedOut;
}

const reasons = { 502: 'Bad Gateway', 503: 'Service Unavailable', 504: 'Gateway Timeout' };

/** As nginx writes it. */
function proxyPage(status: keyof typeof reasons): MockAnswer {
  const title = `${status} ${reasons[status]}`;
  const body = `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n</body>\r\n</html>\r\n`;
  return { status, headers: { 'content-type': 'text/html' }, body };
}
