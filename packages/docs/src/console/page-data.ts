import type { CascadeShape } from '@cascade/client/preflight';
import { type Contract, readYamlFile, repositoryRoot } from '@cascade/contract';
import { defined } from '../objects.ts';
import type { PageData } from './page-protocol.ts';
import { operationTemplates, reasonTemplates } from './passing-templates.ts';
import { templatesOf } from './template.ts';

/** The templates (from the catalogue) and the cascades of the account `demo` (from the samples). */
export function pageData(contract: Pick<Contract, 'problems' | 'reasons' | 'demoNumbers'>): PageData {
  const cascades = demoCascades();
  const templates = [
    ...operationTemplates(cascades),
    ...reasonTemplates(contract, cascades),
    ...templatesOf(contract.problems),
  ];
  return { templates, cascades };
}

function demoCascades(): readonly CascadeShape[] {
  const { value } = readYamlFile(repositoryRoot, 'spec/samples/provider.yaml');
  const provider = value as { accounts: readonly { name: string; cascades: readonly CascadeShape[] }[] };
  const demo = provider.accounts.find(({ name }) => name === 'demo');
  return (demo?.cascades ?? []).map(({ id, stages, coverage }) =>
    defined({ id, stages: stages.map(({ uuid, channel }) => ({ uuid, channel })), coverage }),
  );
}
