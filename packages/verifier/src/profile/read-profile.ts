import { createShapeCheck, type FaultyYaml, parseYaml, readYaml, type YamlFile } from '@cascade/yaml-file';
import { validate } from '../generated/profile-shape.js';
import { findContradictions } from './find-contradictions.ts';
import type { Profile } from './profile.ts';
import { ProfileError } from './profile-error.ts';

/** Keys and secrets; URLs and bodies, which may hold one. */
const secret =
  /^\/(?:keys(?:\/|$)|otherAccount\/key$|target$|clock(?:\/|$)|callback\/(?:secret|publicUrl|register))/;

const checkShape = createShapeCheck<Profile>({
  compiled: validate,
  isSecret: (pointer) => secret.test(pointer),
});

/** Reads a profile from a file. @throws {ProfileError} with every fault and its line. */
export async function readProfile(file: string): Promise<Profile> {
  return checkProfile(readYaml(file));
}

/** Reads a profile from its text. @throws {ProfileError} with every fault and its line. */
export function parseProfile(text: string, file = 'profile.yaml'): Profile {
  return checkProfile(parseYaml(text, file));
}

function checkProfile(yaml: YamlFile | FaultyYaml): Profile {
  if ('faults' in yaml) throw new ProfileError(yaml.faults);
  const shape = checkShape(yaml.value);
  const faults = [...('faults' in shape ? shape.faults : []), ...findContradictions(yaml.value)];
  if (faults.length > 0 || 'faults' in shape) throw new ProfileError(faults.map(yaml.locate));
  return shape.value;
}
