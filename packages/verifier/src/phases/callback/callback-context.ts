import type { CallbackProfile } from '../../profile/profile.ts';
import type { PhaseContext } from '../phase-context.ts';
import type { CallbackReceiver } from './start-receiver.ts';

/** What the procedures of this phase share. */
export interface CallbackContext extends PhaseContext {
  readonly callback: CallbackProfile;
  readonly receiver: CallbackReceiver;
  /** How long to wait for a callback. */
  readonly seconds: number;
}
