import { type Draft, schedulingPath } from '../../src/console/draft.ts';
import { element } from './elements.ts';
import { setCallback } from './provider.ts';

const registrationPath = '/api/callback/set';

/** Whether callbacks are to come to this page, and the registration that brings them. */
export interface Listening {
  readonly isOn: boolean;
  /**
   * Before a message of an account is sent: registers this page as the address of its callbacks, unless it is
   * registered already. Resolves to a message if the target refuses.
   */
  register(target: number, draft: Draft, callbackUrl: string): Promise<string | undefined>;
  /** Registers again before the next message, because the target may have forgotten the address. */
  forget(): void;
}

/** On for the accounts of the samples; the account of any other key keeps its address until the reader asks. */
export function createListening(sampleKeys: ReadonlySet<string>): Listening {
  const box = element('listen', HTMLInputElement);
  const key = element('key', HTMLInputElement);
  const registered = new Set<string>();
  let isChosen = false;
  box.addEventListener('change', () => {
    isChosen = true;
    registered.clear();
  });
  key.addEventListener('input', () => {
    if (!isChosen) box.checked = sampleKeys.has(key.value);
  });
  return {
    get isOn() {
      return box.checked;
    },
    async register(target, draft, callbackUrl) {
      // The request itself may register another address.
      if (draft.path === registrationPath) registered.clear();
      const account = JSON.stringify([target, draft.key]);
      if (!box.checked || draft.path !== schedulingPath || registered.has(account)) return undefined;
      const fault = await setCallback(target, draft.key, callbackUrl);
      if (fault === undefined) registered.add(account);
      return fault;
    },
    forget: () => registered.clear(),
  };
}
