import { answerControls } from './controls/answer-controls.ts';
import { callbackControls } from './controls/callback-controls.ts';
import type { Control } from './mutant.ts';

/** Mutants of any conformant provider, and the controls, behind a proxy: what the verifier is measured on. */
export { mutants, untestable } from './catalogue/index.ts';
export { type ConsumerMutant, consumerMutants, judgeConsumer } from './consumers.ts';
export type { Change, Control, MakeChange, Mutant, MutantClass } from './mutant.ts';
export { type MutantPair, randomPairs } from './mutant.ts';
export type { Relayed } from './proxy/callback-relay.ts';
export { type MutantProxy, type MutantProxyOptions, startMutantProxy } from './proxy/start-mutant-proxy.ts';
export { demoFixtures, type Fixtures } from './proxy/world.ts';

/** All variations that must stay green. */
export const controls: readonly Control[] = [...answerControls, ...callbackControls];
