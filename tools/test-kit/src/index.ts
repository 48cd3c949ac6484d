export { answerWith, neverAnswer, withholdBody } from './answers.ts';
export { createArrivals } from './arrivals.ts';
export {
  type Child,
  type Outcome,
  outputOf,
  runProgram,
  runShell,
  startProgram,
  startShell,
} from './child.ts';
export {
  type Fault,
  type FaultyProxy,
  type SilentProxy,
  type Swallowed,
  startFaultyProxy,
  startSilentProxy,
} from './faulty-proxy.ts';
export { type FaultyReceiver, type ReceiverFault, startFaultyReceiver } from './faulty-receiver.ts';
export { type Received, type Receiver, startReceiver } from './receiver.ts';
export { seededRandom } from './seeded-random.ts';
export { freePort, listen, type Serving, serve } from './serve.ts';
