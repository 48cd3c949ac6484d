import { FaultyFileError, type FileFault } from '../../yaml-file/faulty-file-error.ts';

/** An accounts file that cannot be applied, with all its faults, one line each, in the order of the file. */
export class AccountsFileError extends FaultyFileError {
  constructor(file: string, faults: readonly FileFault[]) {
    super(`The accounts file ${file} cannot be applied:`, faults);
    this.name = 'AccountsFileError';
  }
}
