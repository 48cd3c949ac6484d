import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import { findShapeFaults } from './find-shape-faults.ts';
import { findTwiceDeclared } from './find-twice-declared.ts';
import type { Provider } from './provider.ts';
import { ProviderFileError } from './provider-file-error.ts';

/**
 * Reads a provider file (YAML) and holds it against `spec/schemas/provider.schema.yaml`.
 * @throws {ProviderFileError} with every fault: pointer, what was expected, what is there.
 */
export function readProvider(file: string): Provider {
  const value = parse(file, readText(file));
  const checked = findShapeFaults(value);
  if ('faults' in checked) throw new ProviderFileError(file, checked.faults);
  const twice = findTwiceDeclared(checked.provider);
  if (twice.length > 0) throw new ProviderFileError(file, twice);
  return checked.provider;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    throw new ProviderFileError(file, [{ pointer: '', expected: 'must be readable', got: reason }]);
  }
}

function parse(file: string, text: string): unknown {
  const document = parseDocument(text, { prettyErrors: true });
  const faults = document.errors.map(({ code, linePos }) => ({
    pointer: '',
    expected: 'must be YAML',
    got: `${code} at line ${linePos?.[0].line ?? '?'}, column ${linePos?.[0].col ?? '?'}`,
  }));
  if (faults.length > 0) throw new ProviderFileError(file, faults);
  return document.toJS();
}
