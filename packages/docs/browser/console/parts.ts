import { judgeDraft } from '../../src/console/verdict.ts';
import { samplesOf } from '../../src/samples/index.ts';
import { showCallbacks } from './callbacks.ts';

const parts = { judgeDraft, samplesOf, showCallbacks };

declare global {
  /** What the page can do without at first. */
  var cascadeParts: typeof parts | undefined;
}

globalThis.cascadeParts = parts;
