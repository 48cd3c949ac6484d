import { type FileFault, YamlFileError } from '@cascade/yaml-file';

/** All faults of the contract at once, one a line; files are named from the root of the repository. */
export class ContractError extends YamlFileError {
  constructor(faults: readonly FileFault[]) {
    super('The contract is wrong:', faults);
    this.name = 'ContractError';
  }
}

type Readers<Parts extends readonly unknown[]> = { readonly [At in keyof Parts]: () => Parts[At] };

/** What the readers give. @throws {ContractError} with the faults of every reader that threw one. */
export function collectFaults<Parts extends readonly unknown[]>(readers: Readers<Parts>): Parts {
  const faults: FileFault[] = [];
  const parts = readers.map((read) => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ContractError)) throw error;
      faults.push(...error.faults);
      return undefined;
    }
  });
  if (faults.length > 0) throw new ContractError(faults);
  // Without a fault, every reader has given its part.
  return parts as unknown as Parts;
}
