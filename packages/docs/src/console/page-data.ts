import type { CascadeShape } from '@cascade/client/preflight';
import { type Contract, readText, readYamlFile, repositoryRoot } from '@cascade/contract';
import { defined } from '../objects.ts';
import type { PageData, Template } from './page-protocol.ts';
import { operationTemplates, reasonTemplates } from './passing-templates.ts';
import { templatesOf } from './template.ts';

/** The templates (from the catalogue), and of the account `demo` (from the samples) the cascades and the secret. */
export function pageData(contract: Pick<Contract, 'problems' | 'reasons' | 'demoNumbers'>): PageData {
  const { cascades, callbackSecret } = demoAccount();
  const templates = [
    ...operationTemplates(cascades).map(markAssumed()),
    ...reasonTemplates(contract, cascades),
    ...templatesOf(contract.problems),
  ];
  return { templates, cascades, callbackSecret };
}

/** Marks the templates of operations that the description has as assumed. */
function markAssumed(): (template: Template) => Template {
  const description = JSON.parse(readText(repositoryRoot, 'spec/generated/openapi.json'));
  const paths: Readonly<Record<string, { readonly post: Readonly<Record<string, unknown>> }>> =
    description.paths;
  const assumed = Object.values(paths).filter(({ post }) => post['x-provenance'] === 'assumed');
  const ids = new Set(assumed.map(({ post }) => post.operationId));
  return (template) => (ids.has(template.name) ? { ...template, isAssumed: true } : template);
}

interface SampleAccount {
  readonly name: string;
  readonly cascades: readonly CascadeShape[];
  readonly callback: { readonly secrets: readonly string[] };
}

function demoAccount(): Pick<PageData, 'cascades' | 'callbackSecret'> {
  const { value } = readYamlFile(repositoryRoot, 'spec/samples/provider.yaml');
  const provider = value as { readonly accounts: readonly SampleAccount[] };
  const demo = provider.accounts.find(({ name }) => name === 'demo');
  const [callbackSecret] = demo?.callback.secrets ?? [];
  if (demo === undefined || callbackSecret === undefined)
    throw new Error('spec/samples/provider.yaml: expected an account demo with a callback secret');
  const cascades = demo.cascades.map(({ id, stages, coverage }) =>
    defined({ id, stages: stages.map(({ uuid, channel }) => ({ uuid, channel })), coverage }),
  );
  return { cascades, callbackSecret };
}
