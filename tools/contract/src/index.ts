/** Reads the hand-written contract (spec/) and says, with file, line and pointer, where it is wrong. */
export { type HttpRequest, neighbourRequest, provokingRequest } from './case-request.ts';
export { clausePlaces, type Place } from './clause-places.ts';
export type * from './entries.ts';
export { ContractError, type Fault, formatFault } from './fault.ts';
export { parsePointer, toPointer, valueAt } from './json-pointer.ts';
export { type Contract, readContract } from './read-contract.ts';
export { repositoryRoot } from './repository-root.ts';
export { parseYaml, readText, readYamlFile, type YamlFile } from './yaml-file.ts';
