import type { Change } from './change.ts';

/** Whom a breaking change breaks, and what they do. Both sentences lack their end. */
export interface Meaning {
  readonly breaksIf: string;
  readonly remedy: string;
}

/** When a breaking change matters to a reader, and the remedy, by what has changed. */
export function meaningOf({ subject, kind, at, says, values }: Change): Meaning {
  const meaning = (breaksIf: string, remedy: string): Meaning => ({ breaksIf, remedy });
  const isGone = kind === 'removed';
  if (subject === 'export')
    return meaning(
      `you import ${at.replace(/^.*: /, '')}`,
      'import its successor; the changelog of the package names it',
    );
  if (subject === 'decision')
    return meaning(
      'you rely on the former choice',
      `compare your program with ${at}, and follow the new choice`,
    );
  if (subject === 'limit')
    return meaning(
      `a request of yours exceeds it (${says.replace('is new: ', '')})`,
      'send less; preflight finds most of it before you send',
    );
  if (subject === 'code' || subject === 'reason')
    return isGone
      ? meaning(
          `your program waits for ${at}`,
          'handle its successor, and treat unknown values by their status',
        )
      : meaning(
          `your program compares the ${values?.of ?? 'value'}`,
          `compare the code ${at} instead, or the new value`,
        );
  if (subject === 'clause') return meaning('you rely on the statement', 'read the clause again');
  if (says.startsWith('in callbacks') || says.startsWith('in responses') || /StatusEvent|Problem$/.test(at))
    return meaning('your program reads this field', 'accept the new values, too');
  const [, field] = /^in requests: (`[^`]+`) is now required/.exec(says) ?? [];
  if (field !== undefined) return meaning(`your requests lack ${field}`, `send ${field}`);
  if (isGone) return meaning('you send or read it', 'leave it out, or take it as an unlisted value');
  return meaning(
    'your requests have values that are no longer allowed',
    'send values that are allowed now; preflight finds the others',
  );
}
