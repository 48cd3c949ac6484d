import { type Fault, findDuplicates, type Identity, type Place, selectPlaces } from '@cascade/yaml-file';

/** Duplicate keys and cascade ids, which a schema cannot see. */
export function findProviderDuplicates(value: unknown): Fault[] {
  const root: Place = { pointer: '', value };
  return [
    ...findDuplicates(selectPlaces(root, 'accounts/*/keys/*/key'), 'key', secretIdentity),
    ...selectPlaces(root, 'accounts/*').flatMap((account) =>
      findDuplicates(selectPlaces(account, 'cascades/*/id'), 'cascade id'),
    ),
  ];
}

const secretIdentity: Identity = (value) => (typeof value === 'string' ? { same: value } : undefined);
