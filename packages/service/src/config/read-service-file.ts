import {
  createShapeCheck,
  type Fault,
  type FaultyYaml,
  parseYaml,
  readYaml,
  type YamlFile,
  YamlFileError,
} from '@cascade/yaml-file';
import { faultOfPrivateReceiver } from '../callbacks/private-receivers.ts';
import { findUndeclared } from '../gateways/describe-gateways.ts';
import { validate } from '../generated/service-shape.js';
import type { DeclaredService } from './declared-service.ts';
import { explainUndeclared } from './explain-undeclared.ts';
import { type Environment, fillInEnvironment } from './fill-in-environment.ts';
import { type ServiceSettings, settingsOf } from './settings-of.ts';

/** Members whose value is never shown, whatever its source; a URL may hold a token. */
const secret = /\/(?:password|authorization|url|secrets(?:\/\d+)?)$/;

/**
 * Reads a service configuration file (YAML), fills in the environment and checks it against `service.schema.yaml`.
 * @throws {YamlFileError} with every fault: line, pointer, what was expected, what was found.
 */
export async function readServiceFile(file: string, environment: Environment): Promise<ServiceSettings> {
  return checkService(file, readYaml(file), environment);
}

/**
 * The same, but every channel must have a gateway: a channel without an entry would be simulated.
 * @throws {YamlFileError} also if a channel has none; the message says what to write.
 */
export async function readProductionFile(file: string, environment: Environment): Promise<ServiceSettings> {
  const yaml = readYaml(file);
  const settings = checkService(file, yaml, environment);
  const undeclared = findUndeclared(settings.gateways ?? {});
  if (undeclared.length > 0 && 'locate' in yaml)
    throw new YamlFileError(headingOf(file), [
      yaml.locate({ pointer: '/gateways', message: explainUndeclared(undeclared) }),
    ]);
  return settings;
}

/** {@link readServiceFile} for a text; `file` is its name in faults. */
export function parseService(text: string, file: string, environment: Environment): ServiceSettings {
  return checkService(file, parseYaml(text, file), environment);
}

function checkService(file: string, yaml: YamlFile | FaultyYaml, environment: Environment): ServiceSettings {
  const heading = headingOf(file);
  if ('faults' in yaml) throw new YamlFileError(heading, yaml.faults);
  // Every member is optional, so an empty file is valid.
  const filled = fillInEnvironment(yaml.value ?? {}, environment);
  const isSecret = (pointer: string) => secret.test(pointer) || filled.pointers.has(pointer);
  const shape = createShapeCheck<DeclaredService>({ compiled: validate, isSecret })(filled.value);
  const missing = new Set(filled.faults.map(({ pointer }) => pointer));
  const misshapen = 'faults' in shape ? shape.faults.filter(({ pointer }) => !missing.has(pointer)) : [];
  const faults = [...filled.faults, ...misshapen];
  if ('value' in shape) faults.push(...faultsOfReceivers(shape.value));
  if (faults.length > 0 || 'faults' in shape) throw new YamlFileError(heading, faults.map(yaml.locate));
  return settingsOf(shape.value);
}

function faultsOfReceivers({ callbacks }: DeclaredService): readonly Fault[] {
  return (callbacks?.privateReceivers ?? []).flatMap((entry, index) => {
    const message = faultOfPrivateReceiver(entry);
    return message === undefined ? [] : [{ pointer: `/callbacks/privateReceivers/${index}`, message }];
  });
}

function headingOf(file: string): string {
  return `The service cannot start with ${file}:`;
}
