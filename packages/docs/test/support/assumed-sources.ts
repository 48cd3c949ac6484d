import { readContract, readYamlFile, repositoryRoot } from '@cascade/contract';
import {
  readFields,
  readHeaders,
  readOperations,
  readValueLists,
  withInlineLists,
} from '../../src/description/read-description.ts';

/** What the site reads the names from that *Documented only* hides. */
export function assumedSources() {
  const read = (name: string): unknown =>
    withInlineLists(readYamlFile(repositoryRoot, `spec/generated/${name}.yaml`).value);
  const openapi = read('openapi');
  return {
    contract: readContract(),
    openapi,
    operations: readOperations(openapi),
    fields: [...readFields(openapi), ...readHeaders(read('asyncapi'))],
    lists: readValueLists(openapi),
  };
}
