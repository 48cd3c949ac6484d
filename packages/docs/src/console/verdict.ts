import { type PreflightOptions, preflight } from '@cascade/client/preflight';
import { parseBody, type RequestProblem } from '@cascade/validator';
import { defined, isObject } from '../objects.ts';
import { takesBody } from '../samples/index.ts';
import { type Draft, preflightPath } from './draft.ts';

/** Preflight's verdict on a draft. */
export type DraftVerdict =
  | { readonly kind: 'passes' }
  | { readonly kind: 'silent'; readonly why: string }
  | {
      readonly kind: 'problem';
      readonly code: string;
      readonly title: string;
      readonly status: number;
      readonly detail?: string;
      readonly pointer?: string;
    };

/**
 * Judges a draft locally: its JSON, and by preflight what it says. Only the provider can check the key, used
 * request ids and money.
 */
export function judgeDraft(draft: Draft, cascades: PreflightOptions['cascades']): DraftVerdict {
  const hasBody = takesBody(draft.method) && draft.body !== '';
  const isScheduling = draft.path === preflightPath && draft.method === 'POST';
  if (!hasBody && !isScheduling) return notJudged;
  const parsed = parseBody(new TextEncoder().encode(draft.body));
  if ('problem' in parsed) {
    const { problem } = parsed;
    // Other paths, as those of the control, have codes of their own.
    return draft.path.startsWith('/api/') ? ofProblem(problem) : { kind: 'silent', why: `${problem.detail}` };
  }
  if (!isScheduling) return notJudged;
  if (lacksRequestId(parsed.value))
    return {
      kind: 'silent',
      why: 'requestId is missing: the client would generate one, the console sends the body unchanged',
    };
  const problem = preflight(parsed.value, defined({ cascades }));
  return problem === undefined ? { kind: 'passes' } : ofProblem(problem);
}

const notJudged: DraftVerdict = { kind: 'silent', why: `preflight judges POST ${preflightPath} only` };

/** The empty pointer is the whole body, which the detail names. */
function ofProblem({ code, title, status, detail, pointer }: RequestProblem): DraftVerdict {
  return {
    kind: 'problem',
    code,
    title,
    status,
    ...defined({ detail, pointer: pointer === '' ? undefined : pointer }),
  };
}

/** A verdict in words. */
export function describeVerdict(verdict: DraftVerdict): string {
  switch (verdict.kind) {
    case 'passes':
      return '✓ Preflight finds no problem. Only the provider can check the key, used request ids and money.';
    case 'silent':
      return `– ${verdict.why}`;
    case 'problem': {
      const place = verdict.pointer === undefined ? '' : ` at ${verdict.pointer}`;
      const detail = verdict.detail === undefined ? '' : `. ${verdict.detail}`;
      return `✗ ${verdict.status} ${verdict.title}${place}${detail}`;
    }
  }
}

/** Compares the title of an answer (none on success) with the verdict, in words. */
export function compareTitle(verdict: DraftVerdict, title: string | undefined): string {
  if (verdict.kind === 'silent') return 'Preflight gave no verdict.';
  if (verdict.kind === 'problem')
    return verdict.title === title
      ? 'As preflight predicted.'
      : `Preflight predicted ${verdict.code}: the provider differs, or checks something else first.`;
  return title === undefined
    ? 'As preflight predicted.'
    : 'Preflight could not predict this: it depends on the provider (key, used request ids, money, cascades).';
}

function lacksRequestId(body: unknown): boolean {
  return isObject(body) && (body.requestId === undefined || body.requestId === null);
}
