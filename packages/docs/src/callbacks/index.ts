/** Callbacks as whole HTTP messages, signed, for the pages that show one. */
export { type CallbackMessage, signatureOf } from './callback-message.ts';
export { type CallbackSamples, callbackSamples } from './callback-samples.ts';
