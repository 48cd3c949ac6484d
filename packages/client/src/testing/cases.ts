import { cases } from '../generated/cases.ts';

/** A case of the catalogue, by the name of its example; most are named as their code. */
export type CaseName = keyof typeof cases;

/** The smallest request that provokes a problem, and what it is answered with. */
export interface ProvokingRequest {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly detail: string | undefined;
  /** The same request has to be accepted first. */
  readonly sentBefore: boolean;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: object;
  };
}

/** A case as it stands in the catalogue. */
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
  // The one case that repeats is too long a text; wherever it stands, the body has to be that long.
  const padding = repeat && { comment: repeat.text.repeat(repeat.times) };
  return { ...rest, detail, sentBefore, request: { ...request, body: { ...request.body, ...padding } } };
}

function isCaseName(name: string): name is CaseName {
  return Object.hasOwn(cases, name);
}
