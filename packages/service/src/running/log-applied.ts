import type { ApplyReport } from '../accounts/apply/section.ts';
import type { Log } from '../log.ts';

/**
 * Operators read here where the command line or the API has changed what the accounts file says, and what of
 * it may be a mistake.
 */
export function logApplied(log: Log, { accounts }: ApplyReport): void {
  for (const { name, kept, warnings } of accounts) {
    for (const difference of kept) log.warn({ account: name, difference }, 'the accounts file is outdated');
    for (const warning of warnings) log.warn({ account: name, warning }, 'the accounts file may be wrong');
  }
}
