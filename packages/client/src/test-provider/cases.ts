import { cases } from '../generated/cases.ts';

/** A case of the catalogue by the name of its example; most have the name of their code. */
export type CaseName = keyof typeof cases;

/** The smallest request that provokes a problem, and the expected answer. */
export interface ProvokingRequest {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly detail: string | undefined;
  /** Whether the provider must have accepted the same request before. */
  readonly sentBefore: boolean;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: object;
  };
}

/** A case as the catalogue lists it. */
interface CatalogueCase extends Pick<ProvokingRequest, 'code' | 'status' | 'title' | 'request'> {
  readonly detail?: string;
  readonly sentBefore?: boolean;
  readonly repeat?: { readonly at: string; readonly text: string; readonly times: number };
}

/** All cases: at least one for each listed code. */
export const caseNames: readonly CaseName[] = Object.keys(cases).filter(isCaseName);

/** The request that provokes a case of the catalogue. */
export function provokingRequest(name: CaseName): ProvokingRequest {
  const { repeat, detail, sentBefore = false, request, ...rest }: CatalogueCase = cases[name];
  // Only `payload-too-large` repeats a text: the length of the body matters, not the member.
  const padding = repeat && { comment: repeat.text.repeat(repeat.times) };
  return { ...rest, detail, sentBefore, request: { ...request, body: { ...request.body, ...padding } } };
}

/** Whether a case of the catalogue has this name. */
export function isCaseName(name: string): name is CaseName {
  return Object.hasOwn(cases, name);
}
