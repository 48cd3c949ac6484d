import { createPlugin, type Plugin } from '../plugin.ts';
import { fakeContract } from './fake-contract.ts';

/** The plugin as Redocly loads it in tests: the rules of the real one, against a small contract. */
export default function plugin(): Plugin {
  return createPlugin(() => fakeContract);
}
