import { isObject, parsedJson } from '../objects.ts';
import { type Draft, isDraft, withoutSecrets } from './draft.ts';

/** A request that the page has sent, as the list of the session has it. */
export interface SentRequest {
  /** When it was sent, in ISO 8601. */
  readonly at: string;
  /** The name of the target. */
  readonly target: string;
  readonly draft: Draft;
  /** The request id in its body; the callbacks of the message have the same. */
  readonly requestId?: string;
  /** Of the answer; absent if there was none. */
  readonly status?: number;
  /** The title of its problem body. */
  readonly title?: string;
  /** Its status, time and size in words. */
  readonly facts?: string;
  /** The answer as shown. */
  readonly answer?: string;
}

/** How many requests are listed, latest first. */
export const mostListed = 20;
const longestStored = 20_000;

/**
 * The requests as text for the storage of the session. Of keys it has those of the samples alone. A request
 * or an answer of more than 20,000 characters is left out.
 */
export function storedText(requests: readonly SentRequest[], sampleKeys: ReadonlySet<string>): string {
  const stored = requests.map((request) => ({
    ...request,
    draft: withoutSecrets(request.draft, sampleKeys),
  }));
  return JSON.stringify(
    stored.filter(({ draft, answer = '' }) => draft.body.length + answer.length <= longestStored),
  );
}

/** The stored requests; none if the text is not ours. */
export function parseStored(text: string | null): readonly SentRequest[] {
  const value = parsedJson(text ?? '[]');
  return Array.isArray(value) ? value.filter(isSentRequest).slice(0, mostListed) : [];
}

/** One line of the list, e.g. `400 out-of-balance · POST /api/cascade/schedule`. */
export function describeSent({ draft, status, title }: SentRequest): string {
  const outcome = [status ?? 'no answer', title].filter(Boolean).join(' ');
  return `${outcome} · ${draft.method} ${draft.path}`;
}

function isSentRequest(value: unknown): value is SentRequest {
  return (
    isObject(value) &&
    isDraft(value.draft) &&
    typeof value.at === 'string' &&
    typeof value.target === 'string'
  );
}
