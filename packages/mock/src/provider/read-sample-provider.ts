import { fileURLToPath } from 'node:url';
import { type Provider, readProvider } from './provider.ts';

/** The provider of a mock that is given no file. The packed mock has its value in place of this module. */
export function readSampleProvider(): Provider {
  return readProvider(fileURLToPath(import.meta.resolve('@cascade/spec/samples/provider.yaml')));
}
