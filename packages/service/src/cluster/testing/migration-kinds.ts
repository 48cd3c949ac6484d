import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** What works on one PostgreSQL alone. */
interface RefusedKind {
  readonly sql: string;
  readonly line: number;
  readonly says: string;
  readonly isSilent?: true;
}

const file: {
  readonly allowed: Readonly<Record<string, string>>;
  readonly refused: Readonly<Record<string, RefusedKind>>;
} = parse(readFileSync(new URL('migration-kinds.yaml', import.meta.url), 'utf8'));

/** The kinds of migrations of `migration-kinds.yaml`, which says what they are. */
export const { allowed: allowedKinds, refused: refusedKinds } = file;
