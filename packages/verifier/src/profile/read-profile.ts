import {
  createShapeCheck,
  type Fault,
  type FaultyYaml,
  type FileFault,
  findDuplicates,
  memberOf,
  type Place,
  parseYaml,
  readYaml,
  selectPlaces,
  type YamlFile,
  YamlFileError,
} from '@cascade/yaml-file';
import type { Profile } from '../generated/profile.ts';
import { isObject } from '../json.ts';
import { type Environment, fillFromEnvironment } from './fill-from-environment.ts';
import { shape } from './profile-shape.ts';

/** Keys and secrets; URLs and bodies, which may hold one. */
const secret =
  /^\/(?:keys(?:\/|$)|otherAccount\/key$|target$|clock(?:\/|$)|callback\/(?:secret|publicUrl|register|reasons\/[^/]+\/key$))/;

/** Whether a report must not show the value at this place of a profile. */
export function isSecret(pointer: string): boolean {
  return secret.test(pointer);
}

const checkShape = createShapeCheck<Profile>({ ...shape, isSecret });

export interface ReadProfileOptions {
  /** In place of `keys.good`. */
  readonly key?: string;
  /** For `${NAME}` in keys and secrets; that of the process if absent. */
  readonly environment?: Environment;
}

/** Reads a profile from a file. @throws {ProfileError} with every fault and its line. */
export async function readProfile(file: string, options: ReadProfileOptions = {}): Promise<Profile> {
  return checkProfile(readYaml(file), options);
}

/** Reads a profile from its text. @throws {ProfileError} with every fault and its line. */
export function parseProfile(text: string, file = 'profile.yaml', options: ReadProfileOptions = {}): Profile {
  return checkProfile(parseYaml(text, file), options);
}

function checkProfile(
  yaml: YamlFile | FaultyYaml,
  { key, environment = process.env }: ReadProfileOptions,
): Profile {
  if ('faults' in yaml) throw new ProfileError(yaml.faults);
  const place = { pointer: '', value: withKey(yaml.value, key) };
  const { value, faults: absent } = fillFromEnvironment(place, environment, isSecret);
  const shape = checkShape(value);
  // What lacks its variable has the wrong shape only because of that.
  const isAbsent = ({ pointer }: Fault) => absent.some((each) => each.pointer === pointer);
  const wrong = 'faults' in shape ? shape.faults.filter((fault) => !isAbsent(fault)) : [];
  const faults = [...absent, ...wrong, ...findContradictions(value)];
  if (faults.length > 0 || 'faults' in shape) throw new ProfileError(faults.map(yaml.locate));
  return shape.value;
}

function withKey(profile: unknown, key: string | undefined): unknown {
  if (key === undefined || !isObject(profile)) return profile;
  return { ...profile, keys: { ...(isObject(profile.keys) ? profile.keys : {}), good: key } };
}

/** A profile that cannot be used, with all its faults in the order of the file. */
export class ProfileError extends YamlFileError {
  constructor(faults: readonly FileFault[]) {
    super('The profile cannot be used.', faults);
    this.name = 'ProfileError';
  }
}

/** What a schema cannot see: a cascade declared twice, a channel without a text to send. */
function findContradictions(value: unknown): Fault[] {
  const root: Place = { pointer: '', value };
  return [
    ...findDuplicates(selectPlaces(root, 'cascades/*/id'), 'cascade id'),
    ...selectPlaces(root, 'cascades/*/stages/*/channel').flatMap((channel) =>
      findMissingText(value, channel),
    ),
  ];
}

const channels: readonly unknown[] = ['SMS', 'CHATONE', 'CHATTWO'];

function findMissingText(profile: unknown, { pointer, value: channel }: Place): Fault[] {
  if (typeof channel !== 'string' || !channels.includes(channel)) return [];
  const text = memberOf(memberOf(memberOf(profile, 'content'), channel), 'text');
  return text === undefined
    ? [{ pointer, message: `add content.${channel}.text: this stage has no text to send` }]
    : [];
}
