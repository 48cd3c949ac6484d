import type { Ended } from './call.ts';
import type { Failure } from './failure.ts';
import { codeOfTitle } from './generated/codes.ts';

const keptCharacters = 4_096;

/** Describes a failed call, with everything that its last answer contained. */
export function toFailure({ kind, response, body, cause, attempts }: Ended): Failure {
  const head = { attempts, status: response?.status ?? 0, headers: response?.headers };
  if (kind !== 'answered') return { kind, ...head, cause };
  const { title, detail }: Readonly<Record<string, unknown>> = Object(body);
  if (typeof title !== 'string') {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return { kind: 'unreadable', ...head, text: (text ?? '').slice(0, keptCharacters) };
  }
  const code = codeOfTitle.get(title) ?? title;
  return { kind: 'problem', ...head, code, title, detail: typeof detail === 'string' ? detail : undefined };
}
