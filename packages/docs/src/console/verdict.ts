import { type PreflightOptions, preflight } from '@cascade/client/preflight';
import { defined, isObject } from '../objects.ts';
import { type Draft, jsonOf, preflightPath } from './draft.ts';

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

/** Judges a draft locally, by preflight. Only the provider can check the key, used request ids and money. */
export function judgeDraft(draft: Draft, cascades: PreflightOptions['cascades']): DraftVerdict {
  if (draft.path !== preflightPath || draft.method !== 'POST')
    return { kind: 'silent', why: `preflight judges POST ${preflightPath} only` };
  const json = jsonOf(draft);
  if ('fault' in json) return { kind: 'silent', why: `the body is not JSON: ${json.fault}` };
  if (lacksRequestId(json.value))
    return {
      kind: 'silent',
      why: 'requestId is missing: the client would generate one, the console sends the body unchanged',
    };
  const problem = preflight(json.value, defined({ cascades }));
  return problem === undefined ? { kind: 'passes' } : { kind: 'problem', ...problem };
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
