/** One run of a program of an example. */
export interface Check {
  readonly says: string;
  /** `judged`: the verifier judges `send` as a client (§7, §9). */
  readonly program: 'send' | 'verify' | 'judged';
  /** Sends the same request id as the other checks that say so; else a new one. */
  readonly sharesId?: boolean;
  /** Variables that differ from those of the demo account. */
  readonly environment: Readonly<Record<string, string>>;
  /** What its output must match, with the request id as `REQUEST-ID`. */
  readonly prints: RegExp;
  readonly endsWith: number | 'not zero';
}

/** Folders of vectors: as they are, with one wrong verdict, and with one wrong outcome. */
export type VectorFolders = Readonly<Record<'right' | 'wrongVerdict' | 'wrongOutcome', string>>;

/** What every example must do against the altering proxy at `url`. */
export function checksOf(url: string, vectors: VectorFolders): Check[] {
  const plain = { CASCADE_URL: `${url}/plain` };
  return [
    {
      says: 'no connection',
      program: 'send',
      environment: { CASCADE_URL: 'http://127.0.0.1:9' },
      prints: /^unknown: ./,
      endsWith: 2,
    },
    {
      says: 'an answer without a problem',
      program: 'send',
      environment: { CASCADE_URL: `${url}/elsewhere` },
      prints: /^unknown: .*404/,
      endsWith: 2,
    },
    {
      says: 'a success with more members',
      program: 'send',
      sharesId: true,
      environment: { CASCADE_URL: `${url}/extra-member` },
      prints: /^scheduled REQUEST-ID$/,
      endsWith: 0,
    },
    { ...refusal('the same request again', 'requestId-is-not-unique: .', plain), sharesId: true },
    // The code that has two spellings (§7.1), with the advice of the program and not the detail.
    refusal('another cascade', 'cascade-scheduling-request-(is-)?not-valid: (?!.*Violations)', {
      ...plain,
      CASCADE_ID: '4010',
    }),
    refusal('a wrong key', 'auth-error: .', { ...plain, CASCADE_API_KEY: 'wrong' }),
    { says: 'the verifier of clients', program: 'judged', environment: {}, prints: /./, endsWith: 0 },
    refusal('a status that is not described', 'new-code: .', { CASCADE_URL: `${url}/status-402` }),
    verification('the callbacks and outcomes of the vectors', vectors.right, 0),
    verification('vectors of which one verdict is wrong', vectors.wrongVerdict, 'not zero'),
    verification('vectors of which one outcome is wrong', vectors.wrongOutcome, 'not zero'),
  ];
}

function refusal(says: string, wanted: string, environment: Check['environment']): Check {
  const prints = new RegExp(`^not scheduled: ${wanted}`);
  return { says, program: 'send', environment, prints, endsWith: 1 };
}

function verification(says: string, folder: string, endsWith: Check['endsWith']): Check {
  return { says, program: 'verify', environment: { CASCADE_VECTORS: folder }, prints: /^/, endsWith };
}
