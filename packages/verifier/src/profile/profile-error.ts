import { type FileFault, YamlFileError } from '@cascade/yaml-file';

/** A profile that cannot be used, with all its faults in the order of the file. */
export class ProfileError extends YamlFileError {
  constructor(faults: readonly FileFault[]) {
    super('The profile cannot be used.', faults);
    this.name = 'ProfileError';
  }
}
