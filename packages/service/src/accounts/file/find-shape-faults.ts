import { createShapeCheck } from '@cascade/yaml-file';
import { validate } from '../../generated/accounts-shape.js';
import type { DeclaredAccounts } from './declared-accounts.ts';

/** The accounts if the value matches `accounts.schema.yaml`, otherwise every deviation. */
export const findShapeFaults = createShapeCheck<DeclaredAccounts>({
  compiled: validate,
  isSecret: (pointer) =>
    /\/(?:keys|callback|secrets|url)(?:\/\d+)?(?:\/key|\/hash)?$|\/callback\/headers(?:\/|$)/.test(pointer),
});
