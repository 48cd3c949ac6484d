export { createArrivals } from './arrivals.ts';
export {
  type Child,
  type Ended,
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
export {
  answerWith,
  type FaultyReceiver,
  neverAnswer,
  type Received,
  type Receiver,
  type ReceiverFault,
  receiverFaults,
  startFaultyReceiver,
  startReceiver,
  withholdBody,
} from './receiver.ts';
export { seededRandom } from './seeded-random.ts';
export { freePort, listen, type Serving, serve } from './serve.ts';
