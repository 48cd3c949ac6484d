/** The scenarios of the contract, and the requests that they make with a profile. */
export type { Profile } from './generated/profile.ts';
export { buildCase, type Case } from './scenario/build-case.ts';
export { loadScenarios } from './scenario/load-scenarios.ts';
export type { Scenario } from './scenario/scenario.ts';
export { isUnavailable } from './scenario/unavailable.ts';
