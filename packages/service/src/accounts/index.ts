/** Accounts: declared in a file, kept in the database, found by their key in memory. */
export type { AccountSettings, LenientSwitches } from './account-settings.ts';
export { type ApplyOptions, applyAccounts } from './apply/apply-accounts.ts';
export { type AccountReport, type ApplyReport, type Change, hasChanges } from './apply/report.ts';
export type { Account, AccountCascade, AccountStage } from './directory/account.ts';
export {
  type AccountDirectory,
  type AccountDirectoryOptions,
  createAccountDirectory,
} from './directory/account-directory.ts';
export { type AccountsFile, readAccountsFile } from './file/read-accounts-file.ts';
