import { readText, repositoryRoot, valueAt } from '@cascade/contract';
import { isObject } from '../objects.ts';
import { type CallbackMessage, callbackMessage, type Signer } from './callback-message.ts';

/** The callbacks that the pages show: each status, and each undelivered reason. */
export interface CallbackSamples {
  /** What signs them: the secret and the time of the test vectors, which have the same callbacks. */
  readonly signer: Signer;
  /** @throws {Error} if the description has no example of the reason. */
  ofReason(reason: string): CallbackMessage;
  /** UNDELIVERED is shown with the first reason of the description. */
  ofStatus(status: string): CallbackMessage;
}

/** Takes the events from the examples of the OpenAPI description. */
export function callbackSamples(openapi: unknown): CallbackSamples {
  const signer = signerOfVectors();
  const event = (example: string) => {
    const value = valueAt(openapi, `/components/examples/${example}/value`);
    if (!isObject(value)) throw new Error(`the description has no example ${example}`);
    return value;
  };
  const ofReason = (reason: string) =>
    callbackMessage(`undelivered-${reason}`, event(`undelivered-${reason}`), signer);
  return {
    signer,
    ofReason,
    ofStatus(status) {
      if (status === 'UNDELIVERED') return ofReason('not-chattwo-user');
      return callbackMessage(status.toLowerCase(), { ...event('delivered'), status }, signer);
    },
  };
}

/** The secret and the time of the first test vector. */
function signerOfVectors(): Signer {
  const file = JSON.parse(readText(repositoryRoot, 'spec/vectors/generated/callbacks.json'));
  const timestamp = valueAt(file, '/vectors/0/headers/webhook-timestamp');
  return { secret: String(valueAt(file, '/vectors/0/secrets/0')), timestamp: String(timestamp) };
}
