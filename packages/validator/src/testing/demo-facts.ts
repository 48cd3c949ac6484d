import { readYamlFile, repositoryRoot, valueAt } from '@cascade/contract';
import type { Facts } from '../judge-scheduling.ts';
import { createMemoryProvider, type MemoryAccountOptions } from '../memory-provider.ts';

/** The facts of the account `demo` in spec/samples/provider.yaml, with nothing used yet. */
export function demoFacts(): Facts {
  const open = createMemoryProvider({ now: () => new Date(), uuidOf: (text) => text });
  const provider = readYamlFile(repositoryRoot, 'spec/samples/provider.yaml').value;
  return open(valueAt(provider, '/accounts/0') as MemoryAccountOptions).facts;
}
