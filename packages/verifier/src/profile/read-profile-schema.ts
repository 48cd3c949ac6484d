import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { JsonObject } from '../json.ts';
import { profileSchema } from '../run-time-files.ts';

/** The schema of a profile, with its examples. */
export function readProfileSchema(): JsonObject {
  return parse(readFileSync(profileSchema, 'utf8'));
}
