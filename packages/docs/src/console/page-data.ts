import type { CascadeShape } from '@cascade/client/preflight';
import { type Contract, readYamlFile, repositoryRoot } from '@cascade/contract';
import { defined } from '../objects.ts';
import type { PageData } from './page-protocol.ts';
import { templatesOf } from './template.ts';

/** The templates (from the catalogue) and the cascades of the account `demo` (from the samples). */
export function pageData({ problems }: Pick<Contract, 'problems'>): PageData {
  const { value } = readYamlFile(repositoryRoot, 'spec/samples/provider.yaml');
  const provider = value as { accounts: readonly { name: string; cascades: readonly CascadeShape[] }[] };
  const demo = provider.accounts.find(({ name }) => name === 'demo');
  const cascades = (demo?.cascades ?? []).map(({ id, stages, coverage }) =>
    defined({ id, stages: stages.map(({ uuid, channel }) => ({ uuid, channel })), coverage }),
  );
  return { templates: templatesOf(problems), cascades };
}
