import { fileURLToPath } from 'node:url';
import { readScenarios } from './read-scenarios.ts';
import type { Scenario } from './scenario.ts';

const spec = fileURLToPath(new URL('..', import.meta.resolve('@cascade/spec/scenarios/accepts-sms.yaml')));

let loaded: readonly Scenario[] | undefined;

/** Every scenario of spec/scenarios and of its folder `generated`, in the order of their file names. */
export function loadScenarios(): readonly Scenario[] {
  loaded ??= readScenarios(spec);
  return loaded;
}
