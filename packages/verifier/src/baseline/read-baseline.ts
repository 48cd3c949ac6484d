import {
  createShapeCheck,
  type Fault,
  findDuplicates,
  readYaml,
  selectPlaces,
  YamlFileError,
} from '@cascade/yaml-file';
import type { Baseline } from '../generated/baseline.ts';
import { shape } from './baseline-shape.ts';

const checkShape = createShapeCheck<Baseline>(shape);

/** Reads the findings that are known. @throws {YamlFileError} with every fault and its line. */
export function readBaseline(file: string): Baseline {
  const yaml = readYaml(file);
  if ('faults' in yaml) throw new YamlFileError(heading, yaml.faults);
  const checked = checkShape(yaml.value);
  const faults = [...('faults' in checked ? checked.faults : []), ...findContradictions(yaml.value)];
  if (faults.length > 0 || 'faults' in checked) throw new YamlFileError(heading, faults.map(yaml.locate));
  return checked.value;
}

const heading = 'The baseline cannot be used.';

/** What a schema cannot see: a finding that is there twice, a day that no calendar has. */
function findContradictions(value: unknown): Fault[] {
  const root = { pointer: '', value };
  const days = selectPlaces(root, 'known/*/until').filter(({ value: day }) => isNoDay(day));
  return [
    ...findDuplicates(selectPlaces(root, 'known/*/finding'), 'finding'),
    ...days.map(({ pointer, value: day }) => ({
      pointer,
      message: `expected a day of the calendar, found ${day}`,
    })),
  ];
}

/** The schema reports what does not look like a day. */
function isNoDay(day: unknown): boolean {
  if (typeof day !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return false;
  const time = Date.parse(day);
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(day);
}
