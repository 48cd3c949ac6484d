import type { Section } from './section.ts';
import { callback } from './sections/callback.ts';
import { callbackSecrets } from './sections/callback-secrets.ts';
import { cascades } from './sections/cascades.ts';
import { keys } from './sections/keys.ts';
import { prices } from './sections/prices.ts';
import { senders } from './sections/senders.ts';
import { settings } from './sections/settings.ts';
import { templates } from './sections/templates.ts';

/** All that an account declares, in the order of the report. */
export const sections: readonly Section[] = [
  keys,
  prices,
  senders,
  templates,
  cascades,
  callback,
  callbackSecrets,
  settings,
];
