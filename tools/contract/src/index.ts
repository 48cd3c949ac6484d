/** Reads the hand-written contract (spec/) and reports its faults with file, line and pointer. */

export { amountOf, unitOf } from './amount-of.ts';
export { annotations } from './annotations.ts';
export { type CatalogueRequest, neighbourRequest, requestOfCase } from './case-request.ts';
export { problemsInOrder } from './checks.ts';
export { type ClausePlace, clausePlaces } from './clause-places.ts';
export { wordFaults } from './clause-words.ts';
export { wordsOfOutcomes } from './demo-numbers.ts';
export {
  type DescribedOperation,
  operationsOf,
  schemaNameOf,
  schemasBelow,
  targetOf,
} from './description.ts';
export { edited } from './edited.ts';
export type * from './entries.ts';
export {
  drop,
  isNode,
  isObject,
  isSame,
  type JsonObject,
  mapMembers,
  mapNode,
  objectOf,
  parsePointer,
  put,
  stringsOf,
  toPointer,
  valueAt,
} from './json.ts';
export { limitFaults } from './limit-values.ts';
export { type Contract, readContract } from './read-contract.ts';
export { unnamedLimits } from './unnamed-limits.ts';
export { ContractError, readText, readYamlFile, repositoryRoot } from './yaml-file.ts';
