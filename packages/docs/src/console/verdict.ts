import { type PreflightOptions, preflight } from '@cascade/client/preflight';
import { defined, isObject } from '../objects.ts';
import { type Draft, jsonOf, schedulingPath } from './draft.ts';

/** What preflight can say of a draft. */
export type Verdict =
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

/** The verdict on a draft, without asking anybody; the key, used request ids and money are the provider's to know. */
export function judge(draft: Draft, cascades: PreflightOptions['cascades']): Verdict {
  if (draft.path !== schedulingPath || draft.method !== 'POST')
    return { kind: 'silent', why: `preflight judges POST ${schedulingPath} only` };
  const json = jsonOf(draft);
  if ('fault' in json) return { kind: 'silent', why: `the body is not JSON: ${json.fault}` };
  if (lacksRequestId(json.value))
    return {
      kind: 'silent',
      why: 'requestId is missing: the client makes one, the console sends what stands here',
    };
  const problem = preflight(json.value, defined({ cascades }));
  return problem === undefined ? { kind: 'passes' } : { kind: 'problem', ...problem };
}

/** How the title of an answer compares with the verdict, in words; success has no title. */
export function compare(verdict: Verdict, title: string | undefined): string {
  if (verdict.kind === 'silent') return 'Preflight had nothing to say.';
  if (verdict.kind === 'problem')
    return verdict.title === title
      ? 'As preflight said.'
      : `Preflight said ${verdict.code}: the provider differs, or settles something else first.`;
  return title === undefined
    ? 'As preflight said.'
    : 'Preflight could not know: it takes the state of the provider (key, used request ids, money, cascades).';
}

function lacksRequestId(body: unknown): boolean {
  return isObject(body) && (body.requestId === undefined || body.requestId === null);
}
