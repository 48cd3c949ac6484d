import { createShapeCheck } from '../../yaml-file/check-shape.ts';
import type { DeclaredAccounts } from './declared-accounts.ts';

/** The accounts, if the value has the shape of `accounts.schema.yaml`; otherwise every deviation. */
export const findShapeFaults = createShapeCheck<DeclaredAccounts>({
  schemaFile: new URL('../accounts.schema.yaml', import.meta.url),
  isSecret: (pointer) => /\/(?:keys|callback|secrets)(?:\/\d+)?(?:\/key|\/hash)?$/.test(pointer),
  choice: 'key or hash',
});
