import { type FileFault, YamlFileError } from '@cascade/yaml-file';

/** All faults of the contract at once, one a line; files are named from the root of the repository. */
export class ContractError extends YamlFileError {
  constructor(faults: readonly FileFault[]) {
    super('The contract is wrong:', faults);
    this.name = 'ContractError';
  }
}
