import { judgeCallbackUrl } from '@cascade/validator';
import {
  createShapeCheck,
  escapeStep,
  type Fault,
  type FaultyYaml,
  type FileFault,
  findDuplicates,
  type Identity,
  memberOf,
  type Place,
  parseYaml,
  readYaml,
  selectPlaces,
  textsOf,
  type YamlFile,
  YamlFileError,
} from '@cascade/yaml-file';
import type { DeclaredAccounts } from '../../generated/declared-accounts.ts';
import { hostOf, isLoopback } from '../../permitted-address.ts';
import { hashKey, validKeysAtOnce } from '../key-hash.ts';
import { shape } from './accounts-shape.ts';

/** An accounts file that cannot be applied, with all its faults, one a line, in the order of the file. */
export class AccountsFileError extends YamlFileError {
  constructor(file: string, faults: readonly FileFault[]) {
    super(`The accounts file ${file} cannot be applied:`, faults);
    this.name = 'AccountsFileError';
  }
}

/** A valid accounts file that knows the line of each value. */
export interface AccountsFile extends DeclaredAccounts {
  /** Reports faults that only the database can reveal. */
  error(faults: readonly Fault[]): AccountsFileError;
}

/**
 * Reads an accounts file (YAML) and checks it against `accounts.schema.yaml` and for contradictions.
 * @throws {AccountsFileError} with every fault: line, pointer, what was expected, what was found.
 */
export async function readAccountsFile(file: string): Promise<AccountsFile> {
  return checkAccounts(file, readYaml(file), new Date());
}

/** The same for a text; `file` is its name in faults. */
export function parseAccounts(text: string, file: string, now: Date = new Date()): AccountsFile {
  return checkAccounts(file, parseYaml(text, file), now);
}

function checkAccounts(file: string, yaml: YamlFile | FaultyYaml, now: Date): AccountsFile {
  if ('faults' in yaml) throw new AccountsFileError(file, yaml.faults);
  const error = (faults: readonly Fault[]) => new AccountsFileError(file, faults.map(yaml.locate));
  const shape = findShapeFaults(yaml.value);
  const contradictions = findContradictions(yaml.value, now);
  if ('faults' in shape) {
    const misshapen = new Set(shape.faults.map(({ pointer }) => pointer));
    throw error([...shape.faults, ...contradictions.filter(({ pointer }) => !misshapen.has(pointer))]);
  }
  if (contradictions.length > 0) throw error(contradictions);
  return { ...shape.value, error };
}

/** The accounts if the value matches `accounts.schema.yaml`, otherwise every deviation. */
const findShapeFaults = createShapeCheck<DeclaredAccounts>({
  ...shape,
  isSecret: (pointer) =>
    /\/(?:keys|callback|secrets|url)(?:\/\d+)?(?:\/key|\/hash)?$|\/callback\/headers(?:\/|$)/.test(pointer),
});

/**
 * What a schema cannot see: duplicates, missing prices, too many keys. Values of the wrong shape are skipped.
 */
function findContradictions(value: unknown, now: Date): Fault[] {
  const root: Place = { pointer: '', value };
  const accounts = selectPlaces(root, 'accounts/*');
  return [
    ...findUnstorable(root),
    ...findDuplicates(selectPlaces(root, 'accounts/*/name'), 'name'),
    ...findDuplicates(selectPlaces(root, 'accounts/*/keys/*'), 'key', keyIdentity),
    ...accounts.flatMap((account) => [
      ...findDuplicates(selectPlaces(account, 'cascades/*/id'), 'cascade id'),
      ...findDuplicates(selectPlaces(account, 'cascades/*/stages/*/uuid'), 'stage uuid', uuidIdentity),
      ...findDuplicates(selectPlaces(account, 'senders/*'), 'sender', pairOf('subject')),
      ...findDuplicates(selectPlaces(account, 'templates/*'), 'template', pairOf('name')),
      ...findDuplicates(selectPlaces(account, 'callback/secrets/*'), 'secret', secretIdentity),
      ...findUnpriced(account),
      ...findTooManyKeys(account, now),
      ...selectPlaces(account, 'cascades/*/stages').flatMap(findIdleTtl),
      ...selectPlaces(account, 'callback/url').flatMap(findOpenUrl),
      ...selectPlaces(account, 'callback').flatMap(findHeaderFaults),
    ]),
  ];
}

/**
 * PostgreSQL keeps no text with these, or keeps another one. The place of a text is looked for only if there
 * is a fault, since the places of all texts take longer than all else.
 */
function findUnstorable(root: Place): Fault[] {
  const faults: Fault[] = [];
  if (isStorable(root.value)) return faults;
  for (const { pointer, value } of textsOf(root)) {
    const text = String(value);
    if (text.includes('\0'))
      faults.push({ pointer, message: 'unexpected NUL (U+0000) in a text; remove it' });
    if (!text.isWellFormed())
      faults.push({
        pointer,
        message: 'unexpected half of a character (U+D800 to U+DFFF) in a text; remove it',
      });
  }
  return faults;
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, member]) => isStorable(name) && isStorable(member));
}

const uuidIdentity: Identity = (value) =>
  typeof value === 'string' ? { same: value.toLowerCase(), shown: value } : undefined;

const secretIdentity: Identity = (value) => (typeof value === 'string' ? { same: value } : undefined);

/** A key is a secret; the file has it or its hash. */
const keyIdentity: Identity = (value) => {
  const key = memberOf(value, 'key');
  const hash = memberOf(value, 'hash');
  if (typeof key === 'string') return { same: hashKey(key).toString('hex') };
  return typeof hash === 'string' ? { same: hash.toLowerCase() } : undefined;
};

function pairOf(name: string): Identity {
  return (value) => {
    const channel = memberOf(value, 'channel');
    const other = memberOf(value, name);
    if (typeof channel !== 'string' || typeof other !== 'string') return undefined;
    return { same: JSON.stringify([channel, other]), shown: `${channel} ${other}` };
  };
}

function findUnpriced(account: Place): Fault[] {
  const prices = memberOf(account.value, 'prices');
  if (typeof prices !== 'object' || prices === null) return [];
  return selectPlaces(account, 'cascades/*/stages/*/channel').flatMap(({ pointer, value }) =>
    typeof value === 'string' && memberOf(prices, value) === undefined
      ? [{ pointer, message: `no price for ${value}; add it to the account's prices` }]
      : [],
  );
}

function findTooManyKeys(account: Place, now: Date): Fault[] {
  const valid = selectPlaces(account, 'keys/*').filter(({ value }) => {
    const expiresAt = memberOf(value, 'expiresAt');
    if (keyIdentity(value) === undefined) return false;
    return typeof expiresAt !== 'string' || Date.parse(expiresAt) > now.getTime();
  });
  return valid.slice(validKeysAtOnce).map(({ pointer }) => ({
    pointer,
    message: `expected at most ${validKeysAtOnce} keys valid at once, found ${valid.length}; remove one or let it expire`,
  }));
}

/** A TTL is the time until the next stage, so the last stage has none (ADR-0019). */
function findIdleTtl(stages: Place): Fault[] {
  const last = selectPlaces(stages, '*').at(-1);
  if (last === undefined) return [];
  return selectPlaces(last, 'ttl').map(({ pointer }) => ({
    pointer,
    message: 'unexpected ttl at the last stage; remove it',
  }));
}

/** ADR-0014. The URL may hold a secret and is not shown. */
function findOpenUrl({ pointer, value }: Place): Fault[] {
  if (typeof value !== 'string') return [];
  if (judgeCallbackUrl(value, isThisMachine) === undefined) return [];
  const url = URL.parse(value);
  if (url !== null && (url.username !== '' || url.password !== ''))
    return [{ pointer, message: 'unexpected user or password in the URL; remove it, and declare a header' }];
  const found = url === null ? 'another text' : url.protocol;
  return [{ pointer, message: `expected an https URL (http only to this machine), found ${found}` }];
}

function isThisMachine({ hostname }: URL): boolean {
  return hostname === 'localhost' || isLoopback(hostOf(hostname));
}

/** The service or its HTTP client sets these, or a callback cannot carry them. */
const reserved =
  /^(?:content-(?:type|length|encoding)|host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|user-agent|webhook-.*)$/i;

/** RFC 9110 §5.6.2. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * The declared headers of a callback that cannot be sent as declared (ADR-0017). The values are not shown.
 */
function findHeaderFaults({ pointer, value: callback }: Place): Fault[] {
  const headers = memberOf(callback, 'headers');
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return [];
  const place = `${pointer}/headers`;
  // A name with other characters is a fault of the shape, and may be a misplaced secret.
  const names = Object.keys(headers).filter((name) => token.test(name));
  const places = names.map((name) => ({ pointer: `${place}/${escapeStep(name)}`, value: name }));
  const hasUrl = typeof memberOf(callback, 'url') === 'string';
  return [
    ...(hasUrl ? [] : [{ pointer: place, message: 'expected a url beside the headers, found none' }]),
    ...findDuplicates(places, 'header', nameIdentity),
    ...places
      .filter(({ value }) => reserved.test(value))
      .map(({ pointer }) => ({
        pointer,
        message: 'unexpected header; the service sets it itself; remove it',
      })),
  ];
}

/** Names of headers are the same in any case (RFC 9110 §5.1). */
const nameIdentity: Identity = (name) => ({ same: String(name).toLowerCase(), shown: String(name) });
