import { readContract, readYamlFile, repositoryRoot } from '@cascade/contract';
import type { GeneratedFile } from '../generated-file.ts';
import { casesModule } from './cases-module.ts';
import { codesModule } from './codes-module.ts';

const folder = 'packages/client/src/generated';

/**
 * packages/client/src/generated: codes for the client's decisions, cases for the answers of its test
 * provider.
 */
export function client(): GeneratedFile[] {
  const contract = readContract();
  const provider = readYamlFile(repositoryRoot, 'spec/samples/provider.yaml').value;
  return [
    { path: `${folder}/codes.ts`, text: codesModule(contract) },
    { path: `${folder}/cases.ts`, text: casesModule(contract, provider) },
  ];
}
