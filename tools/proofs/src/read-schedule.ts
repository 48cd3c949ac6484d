import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createShapeCheck, didYouMean, type Fault, readYaml, YamlFileError } from '@cascade/yaml-file';
import { arrangements } from './arrangements.ts';
import { faultsByName } from './faults.ts';
import { messages } from './load.ts';
import { lacksPython } from './receivers.ts';
import type { LoadEntry, Range, Schedule } from './schedule.ts';

const folder = new URL('../schedules/', import.meta.url);

export const scheduleNames: readonly string[] = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => file.replace('.yaml', ''))
  .sort();

/** An entry as it is written: with times as text, and without what has its usual value. */
type Shorthand<Entry, Times extends keyof Entry> = Partial<Omit<Entry, Times>> & {
  readonly [Name in Times]?: string;
};
type Several<One> = One | readonly One[];

interface Written
  extends Shorthand<Omit<Schedule, 'gateway' | 'service' | 'load' | 'faults'>, 'for' | 'drain'> {
  readonly says: string;
  readonly minutes: number;
  readonly on: string;
  readonly gateway?: Readonly<Partial<Record<'latency' | 'window', string>>> & {
    readonly kind?: Schedule['gateway']['kind'];
    readonly receipts?: boolean;
  };
  readonly service?: Partial<Schedule['service']>;
  readonly load: readonly (Shorthand<LoadEntry, 'pause' | 'repeat' | 'at'> & { readonly account: string })[];
  readonly faults?: readonly WrittenFault[];
}

interface WrittenFault extends Readonly<Partial<Record<'at' | 'for' | 'every' | 'wait', string>>> {
  readonly fault: Several<string>;
  readonly inTurn?: boolean;
  readonly of?: Several<string>;
  readonly by?: Several<number>;
}

const checkShape = createShapeCheck<Written>({
  schemaFile: new URL('schedule.schema.yaml', import.meta.url),
});

/** @throws {YamlFileError} with the line of each fault, what was expected, and what was found. */
export function readSchedule(name: string, file: string | URL = new URL(`${name}.yaml`, folder)): Schedule {
  const path = typeof file === 'string' ? file : fileURLToPath(file);
  const heading = `${path} is not a valid schedule`;
  const yaml = readYaml(path);
  if ('faults' in yaml) throw new YamlFileError(heading, yaml.faults);
  const shape = checkShape(yaml.value);
  if ('faults' in shape) throw new YamlFileError(heading, shape.faults.map(yaml.locate));
  const schedule = complete(name, shape.value);
  const found = faultsOf(schedule);
  if (found.length > 0) throw new YamlFileError(heading, found.map(yaml.locate));
  return schedule;
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 };

/** Milliseconds of a time such as `5s`, NaN if it is none. */
export function milliseconds(time: string): number {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(time) ?? [];
  return Number(number) * (units[unit] ?? Number.NaN);
}

function range(time: string | undefined): Range | undefined {
  if (time === undefined) return undefined;
  const [least = '', most = least] = time.split('-');
  return [milliseconds(least), milliseconds(most)];
}

const never: Range = [0, 0];

function list<One>(several: Several<One> | undefined): readonly One[] {
  return several === undefined ? [] : ([several].flat() as readonly One[]);
}

/** With the usual values in the place of those that a file leaves out. */
function complete(name: string, written: Written): Schedule {
  const { gateway, service, load, faults: entries = [], for: length, drain, ...rest } = written;
  const first = (time: string | undefined, usual: number) => range(time)?.[0] ?? usual;
  return {
    replicas: 2,
    excused: {},
    ...rest,
    name,
    for: first(length, 0),
    drain: first(drain, 480_000),
    gateway: {
      kind: gateway?.kind ?? 'http',
      latencyMs: first(gateway?.latency, 20),
      hasReceipts: gateway?.receipts ?? true,
      windowMs: first(gateway?.window, 1_000),
    },
    service: { development: true, backPressure: false, logLevel: 'error', ...service },
    load: load.map((entry) => ({
      accounts: 1,
      callers: 0,
      messages: 'delivered',
      times: 1,
      others: false,
      receiver: 'breakable',
      purse: undefined,
      rate: undefined,
      ...entry,
      pause: range(entry.pause) ?? never,
      repeat: range(entry.repeat),
      at: range(entry.at) ?? never,
    })),
    faults: entries.map(({ inTurn = false, ...entry }) => ({
      inTurn,
      fault: list(entry.fault),
      of: list(entry.of),
      by: list(entry.by),
      at: range(entry.at),
      for: range(entry.for) ?? never,
      every: range(entry.every),
      wait: range(entry.wait) ?? never,
    })),
  };
}

/** What a schema cannot say: names that are defined in the code, and faults that the arrangement permits. */
function faultsOf({ on, load, faults: entries }: Schedule): readonly Fault[] {
  const arrangement = arrangements[on];
  if (arrangement === undefined) return unknownName('/on', on, Object.keys(arrangements));
  const accounts = load.map(({ account }) => account);
  const ofLoad = load.flatMap(({ messages: kind, purse, rate }, at) => [
    ...unknownName(`/load/${at}/messages`, kind, Object.keys(messages)),
    ...(purse !== undefined && rate === undefined
      ? [{ pointer: `/load/${at}/purse`, message: 'expected a rate beside it, found callers' }]
      : []),
  ]);
  const ofFault = (name: string, victims: readonly string[], pointer: string): readonly Fault[] => {
    const kind = faultsByName[name];
    if (kind === undefined) return unknownName(`${pointer}/fault`, name, Object.keys(faultsByName));
    const { needs, of } = kind;
    if (needs !== undefined && !arrangement.has.includes(needs))
      return [
        { pointer: `${pointer}/fault`, message: `expected a fault without ${needs}, which ${on} lacks` },
      ];
    const known = of === 'accounts' ? accounts : of === 'nodes' ? arrangement.victims : of;
    return known === undefined ? [] : victims.flatMap((one) => unknownName(`${pointer}/of`, one, known));
  };
  const ofFaults = entries.flatMap(({ fault, of }, at) =>
    fault.flatMap((name) => ofFault(name, of, `/faults/${at}`)),
  );
  return [...ofLoad, ...ofFaults];
}

function unknownName(pointer: string, name: string, known: readonly string[]): readonly Fault[] {
  if (known.includes(name)) return [];
  const near = didYouMean(name, known);
  return [{ pointer, message: `expected one of ${known.join(', ')}, found ${name}${near}` }];
}

/** Why it cannot run on this machine; undefined if it can. */
export function lacksOf({ on, load, faults: entries }: Schedule): string | undefined {
  const isThreaded = load.some(({ receiver }) => receiver === 'threaded');
  const names = entries.flatMap(({ fault }) => fault);
  const ofFaults = names.map((name) => faultsByName[name]?.lacks?.());
  const all = [arrangements[on]?.lacks(), ...ofFaults, isThreaded ? lacksPython() : undefined];
  return all.find((why) => why !== undefined);
}

/** What it needs beside what npm installs, for the list of schedules. */
export function needsOf({ on, load, faults: entries }: Schedule): string {
  const isStepped = entries.some(({ fault }) => fault.includes('clock'));
  const isThreaded = load.some(({ receiver }) => receiver === 'threaded');
  return [
    ...(arrangements[on]?.needs ?? []),
    ...(isStepped ? ['faketime'] : []),
    ...(isThreaded ? ['python3'] : []),
  ].join(', ');
}
