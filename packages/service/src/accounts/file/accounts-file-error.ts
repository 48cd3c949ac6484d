import { type FileFault, YamlFileError } from '@cascade/yaml-file';

/** An accounts file that cannot be applied, with all its faults, one a line, in the order of the file. */
export class AccountsFileError extends YamlFileError {
  constructor(file: string, faults: readonly FileFault[]) {
    super(`The accounts file ${file} cannot be applied:`, faults);
    this.name = 'AccountsFileError';
  }
}
