import type { LenientSwitches } from '@cascade/lenient-requests';
import type { MemoryAccountOptions } from '@cascade/validator/memory-provider';
import {
  createShapeCheck,
  type Fault,
  type FileFault,
  findDuplicates,
  type Identity,
  type Place,
  readYaml,
  selectPlaces,
  YamlFileError,
} from '@cascade/yaml-file';
import { shape } from './provider-shape.ts';

/**
 * A provider as its file declares it: the accounts file of the service (`spec/schemas/accounts.schema.yaml`).
 */
export interface Provider {
  readonly accounts: readonly DeclaredAccount[];
}

/** An account with its keys (ADR-0028), its money (ADR-0012) and its cascades (§2.3). */
export type DeclaredAccount = Omit<MemoryAccountOptions, 'balance'> & {
  readonly name: string;
  /** Each as text, or as the SHA-256 of it in hexadecimal digits. */
  readonly keys: readonly {
    readonly key?: string;
    readonly hash?: string;
    readonly label?: string;
    readonly expiresAt?: string;
  }[];
  /** 0 if absent. */
  readonly balance?: number;
  readonly callback?: DeclaredCallback;
  readonly settings?: {
    /** Which older request shapes are let in (ADR-0027); all off if absent. */
    readonly lenient?: Partial<LenientSwitches>;
    /** Which changes are reported (ADR-0034); all if absent. */
    readonly callbacks?: { readonly statuses?: readonly string[] };
    /** Of template messages on chattwo (ADR-0030); other limits are of the service alone. */
    readonly limits?: { readonly templateMessagesPerDay?: number };
  };
};

/**
 * Where callbacks go, with headers for this address alone (ADR-0014), and the secrets that sign them
 * (ADR-0017).
 */
interface DeclaredCallback {
  readonly url?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** They sign beside those of registrations (ADR-0057). */
  readonly secrets?: readonly string[];
}

/** A provider file that cannot be used, with all its faults, one a line, in the order of the file. */
export class ProviderFileError extends YamlFileError {
  readonly file: string;

  constructor(file: string, faults: readonly FileFault[]) {
    super(`The provider file ${file} cannot be used:`, faults);
    this.name = 'ProviderFileError';
    this.file = file;
  }
}

const checkShape = createShapeCheck<Provider>({
  ...shape,
  isSecret: (pointer) =>
    /\/(?:keys|callback|secrets|url)(?:\/\d+)?(?:\/key|\/hash)?$|\/callback\/headers(?:\/|$)/.test(pointer),
});

/**
 * Reads a provider file (YAML) and checks it against `spec/schemas/accounts.schema.yaml`.
 * @throws {ProviderFileError} with every fault: line, pointer, what was expected, what was found.
 */
export function readProvider(file: string): Provider {
  const yaml = readYaml(file);
  if ('faults' in yaml) throw new ProviderFileError(file, yaml.faults);
  const shape = checkShape(yaml.value);
  const faults = [...('faults' in shape ? shape.faults : []), ...findProviderDuplicates(yaml.value)];
  if (faults.length > 0 || 'faults' in shape) throw new ProviderFileError(file, faults.map(yaml.locate));
  return shape.value;
}

/** Duplicate keys and cascade ids, which a schema cannot see. */
function findProviderDuplicates(value: unknown): Fault[] {
  const root: Place = { pointer: '', value };
  return [
    ...findDuplicates(selectPlaces(root, 'accounts/*/keys/*/key'), 'key', secretIdentity),
    ...selectPlaces(root, 'accounts/*').flatMap((account) =>
      findDuplicates(selectPlaces(account, 'cascades/*/id'), 'cascade id'),
    ),
  ];
}

const secretIdentity: Identity = (value) => (typeof value === 'string' ? { same: value } : undefined);
