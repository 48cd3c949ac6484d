/** Why the embedded PostgreSQL cannot be used, and what its operator can do about it. */
export class EmbeddedPostgresError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'EmbeddedPostgresError';
  }
}

interface Advice {
  /** Of an error of the operating system. */
  readonly code?: string;
  /** In the output of one of PostgreSQL's programs, where it cannot mean anything else. */
  readonly text?: string;
  readonly advice: string;
}

const haveRights = 'Give the user of this process the right to write there, or choose another data folder.';
const beWritable = 'Choose a data folder on a disk that can be written to.';

const known: readonly Advice[] = [
  { code: 'ENOSPC', text: 'No space left on device', advice: 'Free some space on the disk.' },
  { code: 'EDQUOT', text: 'Disk quota exceeded', advice: 'Free some space, or have the quota raised.' },
  { code: 'EROFS', text: 'Read-only file system', advice: beWritable },
  // Node reports this for a folder below a read-only one.
  { code: 'ENOENT', advice: beWritable },
  { code: 'EACCES', text: 'Permission denied', advice: haveRights },
  { code: 'EPERM', text: 'Operation not permitted', advice: haveRights },
  { code: 'ENOTDIR', text: 'Not a directory', advice: 'Choose another data folder.' },
  { code: 'EEXIST', advice: 'Choose another data folder.' },
  {
    text: 'could not look up effective user ID',
    advice: 'Give that user id a name in /etc/passwd, or run as another user.',
  },
];

/**
 * The result of the work; an error of the operating system comes out with the folder and what to do about it.
 */
export async function withAdvice<Result>(dataFolder: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    const found = known.find(({ code }) => code === error.code);
    if (found === undefined) throw error;
    throw new EmbeddedPostgresError(
      `The data folder ${dataFolder} cannot be used: ${error.message}. ${found.advice}`,
      error,
    );
  }
}

/** The failure of one of PostgreSQL's programs, with what to do about it and its last words. */
export function failure(what: string, output: string): EmbeddedPostgresError {
  const found = known.find(({ text }) => text !== undefined && output.includes(text));
  const lines = [found === undefined ? what : `${what} ${found.advice}`, ...output.split('\n').slice(-8)];
  return new EmbeddedPostgresError(lines.join('\n'));
}
