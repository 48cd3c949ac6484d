import { accept, intake } from './accept.ts';
import { client } from './client.ts';
import { endToEnd, endToEndDelivered } from './end-to-end.ts';
import { generate, generateCheck } from './generate.ts';
import { lint } from './lint.ts';
import { mock } from './mock.ts';
import { mockRemembering } from './mock-remembering.ts';
import type { Part } from './part.ts';
import { portal } from './portal.ts';
import { preflight } from './preflight.ts';
import { validator } from './validator.ts';
import { verifier, verifierFast } from './verifier.ts';
import { webhooks } from './webhooks.ts';

/** Every part, in the order of the result. */
export const parts: readonly Part[] = [
  validator,
  preflight,
  client,
  webhooks,
  mock,
  mockRemembering,
  verifier,
  verifierFast,
  intake,
  accept,
  endToEnd,
  endToEndDelivered,
  lint,
  generate,
  generateCheck,
  portal,
];
