import { demoNumberAt, type Scene, sceneOf } from '@cascade/types/demo-numbers';
import type { CallbackFate } from '../callback/callbacks.ts';

/** What becomes of one message, and of the callbacks of its events. */
export interface Play {
  /** Whether someone asked for it, and wants to know why a callback is not sent. */
  readonly isAsked: boolean;
  /** How the gateway of a channel treats it. */
  sceneOf(channel: string): Scene;
  fateOf(status: string, channel: string): CallbackFate;
}

/** A message without a scene of a test goes by its address (ADR-0038). */
export function playByAddress(address: string): Play {
  return {
    isAsked: demoNumberAt(address) !== undefined,
    sceneOf: (channel) => sceneOf(address, channel),
    fateOf: () => ({}),
  };
}
