import {
  createShapeCheck,
  escapeStep,
  type Fault,
  type FaultyYaml,
  parseYaml,
  readYaml,
  type YamlFile,
  YamlFileError,
} from '@cascade/yaml-file';
import { defined } from '../defined.ts';
import { explainUndeclared, findUndeclared, type GatewaySettings } from '../gateways/create-gateways.ts';
import type { DeclaredService } from '../generated/declared-service.ts';
import { faultOfPrivateReceiver } from '../permitted-address.ts';
import type { ServiceOptions } from '../service-options.ts';
import { shape as schema } from './service-shape.ts';

/** A service file; of a gateway, the kind says what else there is. */
type ServiceFile = Omit<DeclaredService, 'gateways'> & { readonly gateways?: GatewaySettings };

/** Members whose value is never shown, whatever its source; a URL may hold a token. */
const secret = /\/(?:password|authorization|url|secrets(?:\/\d+)?)$/;

/**
 * Reads a service configuration file (YAML), fills in the environment and checks it against
 * `service.schema.yaml`.
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
  const shape = createShapeCheck<ServiceFile>({ ...schema, isSecret })(filled.value);
  const missing = new Set(filled.faults.map(({ pointer }) => pointer));
  const misshapen = 'faults' in shape ? shape.faults.filter(({ pointer }) => !missing.has(pointer)) : [];
  const faults = [...filled.faults, ...misshapen];
  if ('value' in shape) faults.push(...faultsOfReceivers(shape.value));
  if (faults.length > 0 || 'faults' in shape) throw new YamlFileError(heading, faults.map(yaml.locate));
  return settingsOf(shape.value);
}

function faultsOfReceivers({ callbacks }: ServiceFile): readonly Fault[] {
  return (callbacks?.privateReceivers ?? []).flatMap((entry, index) => {
    const message = faultOfPrivateReceiver(entry);
    return message === undefined ? [] : [{ pointer: `/callbacks/privateReceivers/${index}`, message }];
  });
}

function headingOf(file: string): string {
  return `The service cannot start with ${file}:`;
}

/** The service options that a configuration file can set. */
export type ServiceSettings = Pick<
  ServiceOptions,
  'gateways' | 'receiptSecrets' | 'lengthLimits' | 'privateReceivers' | 'lagSeconds'
>;

function settingsOf({ gateways = {}, receipts, limits, callbacks }: ServiceFile): ServiceSettings {
  return {
    gateways,
    receiptSecrets: receipts?.secrets ?? [],
    lengthLimits: limits?.messageLength ?? {},
    privateReceivers: callbacks?.privateReceivers ?? [],
    ...defined({ lagSeconds: limits?.lagSeconds }),
  };
}

/** A value with its `${NAME}` replaced, and the pointers where that happened: those values may be secrets. */
interface Filled {
  readonly value: unknown;
  readonly pointers: ReadonlySet<string>;
  /** Variables that are unset or empty. */
  readonly faults: readonly Fault[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Replaces each `${NAME}` in the strings of a value, at any depth, by that environment variable. */
function fillInEnvironment(from: unknown, environment: Environment): Filled {
  const pointers = new Set<string>();
  const faults: Fault[] = [];

  function fill(value: unknown, pointer: string): unknown {
    if (typeof value === 'string') return fillText(value, pointer);
    if (Array.isArray(value)) return value.map((item, index) => fill(item, `${pointer}/${index}`));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, fill(member, `${pointer}/${escapeStep(name)}`)]),
    );
  }

  function fillText(text: string, pointer: string): string {
    return text.replaceAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (all, name: string) => {
      const found = environment[name] ?? '';
      pointers.add(pointer);
      if (found === '') faults.push({ pointer, message: `environment variable ${name} is not set` });
      return found === '' ? all : found;
    });
  }

  const value = fill(from, '');
  return { value, pointers, faults };
}
