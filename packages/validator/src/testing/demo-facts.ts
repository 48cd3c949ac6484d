import { readYamlFile, repositoryRoot, valueAt } from '@cascade/contract';
import type { CascadeShape } from '../coverage.ts';
import type { Facts } from '../judge-scheduling.ts';

/** The cascades of the account `demo` in spec/samples/provider.yaml; nothing used yet, money enough. */
export function demoFacts(): Required<Facts> {
  const provider = readYamlFile(repositoryRoot, 'spec/samples/provider.yaml').value;
  const cascades = valueAt(provider, '/accounts/0/cascades') as readonly CascadeShape[];
  return {
    isRequestIdUsed: () => false,
    findCascade: (id) => cascades.find((cascade) => cascade.id === id),
    canAfford: () => true,
    now: () => new Date(),
  };
}
