import { type Contract, type ProblemEntry, readYamlFile, repositoryRoot } from '../../index.ts';

/** What an attempt meets. One of the four, and for a connection that breaks what of the answer was sent. */
interface Met {
  readonly answer?: {
    readonly status: number;
    readonly type?: string;
    readonly encoding?: string;
    readonly location?: string;
    readonly body?: string;
  };
  readonly breaks?: 'before the answer' | 'in its head' | 'in its body';
  readonly refuses?: true;
  readonly silent?: true;
}

type Outcome = 'scheduled' | 'not-scheduled' | 'unknown';
type Next = 'done' | 'ask' | 'fix' | 'later';

/** How a scheduling call ends, and what its caller may say of the message (ADR-0001, ADR-0007). */
interface CallVector {
  readonly id: string;
  readonly says: string;
  readonly requestId: 'call' | 'caller';
  readonly keepsUsed: boolean;
  readonly most: number;
  readonly attempts: readonly Met[];
  readonly outcome: Outcome;
  readonly next: Next;
}

/** As calls.yaml has it, which says what its members mean. */
interface Written {
  readonly says: string;
  readonly id?: 'call' | 'caller';
  readonly keepsUsed?: boolean;
  readonly most?: number;
  readonly attempts: readonly Met[];
  readonly outcome: Outcome;
  readonly next?: Next;
}

const file = 'tools/contract/src/generate/vectors/calls.yaml';

/** An ending, and the problem that it is of, if it has been made from the catalogue. */
export interface CallRow {
  readonly vector: CallVector;
  readonly problem?: ProblemEntry;
}

/** The endings that are written by hand, then each problem code as the only answer. */
export function callRows({ problems }: Pick<Contract, 'problems'>): CallRow[] {
  const written = readYamlFile(repositoryRoot, file).value as readonly Written[];
  const byCode = problems.map((problem): CallRow => {
    const { code, title = code, status, retry } = problem;
    const body = JSON.stringify({ title, status });
    const isOpen = status >= 500;
    const vector = vectorOf({
      says: `${status} ${code}`,
      attempts: [{ answer: { status, type: 'application/problem+json', body } }],
      outcome: isOpen ? 'unknown' : 'not-scheduled',
      next: isOpen ? 'ask' : retry === 'later' ? 'later' : 'fix',
    });
    return { vector, problem };
  });
  return [...written.map((one) => ({ vector: vectorOf(one) })), ...byCode];
}

const nextOf: Readonly<Record<Outcome, Next>> = { scheduled: 'done', unknown: 'ask', 'not-scheduled': 'fix' };

function vectorOf({ says, id = 'call', keepsUsed = false, ...rest }: Written): CallVector {
  const { attempts, most = attempts.length, outcome, next = nextOf[outcome] } = rest;
  const slug = says.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return { id: slug, says, requestId: id, keepsUsed, most, attempts, outcome, next };
}
