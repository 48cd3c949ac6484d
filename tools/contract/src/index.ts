/** Reads the hand-written contract (spec/) and reports its faults with file, line and pointer. */

export { amountOf, unitOf } from './read/amount-of.ts';
export { annotations } from './read/annotations.ts';
export { type CatalogueRequest, neighbourRequest, requestOfCase } from './read/case-request.ts';
export { problemsInOrder } from './read/checks.ts';
export { type ClausePlace, clausePlaces } from './read/clause-places.ts';
export { wordFaults } from './read/clause-words.ts';
export { wordsOfOutcomes } from './read/demo-numbers.ts';
export {
  type DescribedOperation,
  operationsOf,
  schemaNameOf,
  schemasBelow,
  targetOf,
} from './read/description.ts';
export { edited } from './read/edited.ts';
export type * from './read/entries.ts';
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
} from './read/json.ts';
export { limitFaults } from './read/limit-values.ts';
export { type Contract, readContract } from './read/read-contract.ts';
export { unnamedLimits } from './read/unnamed-limits.ts';
export { ContractError, readText, readYamlFile, repositoryRoot } from './read/yaml-file.ts';
