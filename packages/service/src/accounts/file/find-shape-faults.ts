import { createShapeCheck } from '@cascade/yaml-file';
import type { DeclaredAccounts } from './declared-accounts.ts';

/** The accounts if the value matches `accounts.schema.yaml`, otherwise every deviation. */
export const findShapeFaults = createShapeCheck<DeclaredAccounts>({
  schemaFile: new URL('../accounts.schema.yaml', import.meta.url),
  isSecret: (pointer) =>
    /\/(?:keys|callback|secrets|url)(?:\/\d+)?(?:\/key|\/hash)?$|\/callback\/headers(?:\/|$)/.test(pointer),
});
