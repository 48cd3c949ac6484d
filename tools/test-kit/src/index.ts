export { answerWith, neverAnswer, withholdBody } from './answers.ts';
export { createArrivals } from './arrivals.ts';
export { type Child, type Outcome, runProgram, runShell, startProgram, startShell } from './child.ts';
export { type Fault, type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';
export { type FaultyReceiver, type ReceiverFault, startFaultyReceiver } from './faulty-receiver.ts';
export { freePort } from './free-port.ts';
export { type Received, type Receiver, startReceiver } from './receiver.ts';
export { type Serving, serve } from './serve.ts';
export { type SilentProxy, type Swallowed, startSilentProxy } from './silent-proxy.ts';
