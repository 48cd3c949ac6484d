import { type Contract, type ProblemCase, provokingRequest, valueAt } from '@cascade/contract';
import { banner } from '../generated-file.ts';
import { constant } from '../types/constant.ts';

/** The provoking case of every code, and the accounts they need (spec/samples/provider.yaml). */
export function casesModule({ problems }: Contract, provider: unknown): string {
  const cases = problems.flatMap(({ code, status, title, cases }) =>
    cases.map((one) => [one.name, { code, status, title, ...caseOf(one) }]),
  );
  return [
    banner.code,
    constant('The smallest request that provokes each problem, by name of its example.', 'cases', {
      ...Object.fromEntries(cases),
    }),
    constant('The accounts of the samples.', 'sampleAccounts', accountsOf(provider)),
  ].join('');
}

/** The accounts without what signs callbacks: the client receives none. */
function accountsOf(provider: unknown): readonly object[] {
  const accounts = valueAt(provider, '/accounts') as readonly { readonly callback?: unknown }[];
  return accounts.map(({ callback: _, ...account }) => account);
}

/** Leaves `repeat` to the sender of the request: carried out, the body would be a megabyte of source. */
function caseOf(one: ProblemCase) {
  const { repeat, sentBefore, ...request } = one.request;
  return {
    ...(one.detail === undefined ? {} : { detail: one.detail }),
    ...(sentBefore === undefined ? {} : { sentBefore }),
    ...(repeat === undefined ? {} : { repeat }),
    request: provokingRequest({ ...one, request }),
  };
}
