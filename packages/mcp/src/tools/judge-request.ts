import {
  bodyLimitInBytes,
  type CascadeShape,
  judgeCallbackRegistration,
  judgeCallbackUrl,
  judgeCascadeList,
  judgeMessageHistory,
  judgeScheduling,
  judgeTemplateList,
  parseBody,
  payloadTooLarge,
  problemBody,
  type RequestProblem,
} from '@cascade/validator';

/** A request body that is to be judged. */
interface JudgedRequest {
  readonly body: unknown;
  readonly operation: 'scheduleMessage' | 'listCascades' | 'listMessages' | 'listTemplates' | 'setCallback';
  readonly cascades?: readonly CascadeShape[] | undefined;
}

/** What the catalogue says of a problem code. */
type Advice = Readonly<Record<string, { readonly fix: string; readonly advice: string }>>;

/** The verdict of the contract in words: the first problem, with its place and fix. */
export function judgeRequest(request: JudgedRequest, advice: Advice): string {
  const problem = findProblem(request);
  const unknown = unjudged(request);
  if (problem === undefined) return `Accepted by every rule that was judged.${unknown}`;
  const { fix = '', advice: after = '' } = advice[problem.code] ?? {};
  return `Refused: ${problem.status} ${problem.code}
Pointer: ${problem.pointer ?? 'none'}
Detail: ${problem.detail ?? 'none'}
Fix: ${fix}
Then: ${after}
The response:
${JSON.stringify(problemBody(problem), null, 2)}
The provider reports the first problem only: judge the request again when this one is fixed.${unknown}`;
}

function findProblem({ body, operation, cascades }: JudgedRequest): RequestProblem | undefined {
  const bytes = new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
  if (bytes.length > bodyLimitInBytes) return payloadTooLarge();
  const parsed = parseBody(bytes);
  if ('problem' in parsed) return parsed.problem;
  const { value } = parsed;
  if (operation === 'listCascades') return judgeCascadeList(value);
  if (operation === 'listMessages') return judgeMessageHistory(value);
  if (operation === 'listTemplates') return judgeTemplateList(value);
  if (operation === 'setCallback')
    return (
      judgeCallbackRegistration(value) ??
      judgeCallbackUrl(String(Object(value).statusCallbackUrl), isLoopback)
    );
  const now = () => new Date();
  const findCascade = cascades && ((id: number) => cascades.find((one) => one.id === id));
  return judgeScheduling(value, findCascade === undefined ? { now } : { now, findCascade }).problem;
}

/** As the mock and the demo of the service allow it. */
const isLoopback = ({ hostname }: URL) => /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(hostname);

function unjudged({ operation, cascades }: JudgedRequest): string {
  if (operation !== 'scheduleMessage') return '';
  const unknown = cascades === undefined ? ['whether the cascade exists and its stages have content'] : [];
  return ` Only the provider knows ${[...unknown, 'whether the requestId was used', 'the balance'].join(', ')}.`;
}
