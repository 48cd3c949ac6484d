import { type FileFault, YamlFileError } from '@cascade/yaml-file';

/** A provider file that cannot be used, with all its faults, one a line, in the order of the file. */
export class ProviderFileError extends YamlFileError {
  readonly file: string;

  constructor(file: string, faults: readonly FileFault[]) {
    super(`The provider file ${file} cannot be used:`, faults);
    this.name = 'ProviderFileError';
    this.file = file;
  }
}
