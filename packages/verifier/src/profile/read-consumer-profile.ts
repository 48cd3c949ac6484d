import { createShapeCheck, readYaml } from '@cascade/yaml-file';
import type { ConsumerProfile } from '../generated/consumer-profile.ts';
import { shape } from './consumer-shape.ts';
import { fillFromEnvironment } from './fill-from-environment.ts';
import { ProfileError } from './read-profile.ts';

/** Whether a report must not show the value at this place. */
export function isSecretPromise(pointer: string): boolean {
  return pointer.startsWith('/receiver/secrets');
}

const checkShape = createShapeCheck<ConsumerProfile>({ ...shape, isSecret: isSecretPromise });

/** Reads what a client or a receiver promises. @throws {ProfileError} with every fault and its line. */
export function readConsumerProfile(file: string): ConsumerProfile {
  const yaml = readYaml(file);
  if ('faults' in yaml) throw new ProfileError(yaml.faults);
  const { value, faults } = fillFromEnvironment(
    { pointer: '', value: yaml.value },
    process.env,
    isSecretPromise,
  );
  if (faults.length > 0) throw new ProfileError(faults.map(yaml.locate));
  const checked = checkShape(value);
  if ('faults' in checked) throw new ProfileError(checked.faults.map(yaml.locate));
  return checked.value;
}
