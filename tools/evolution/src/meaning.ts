import type { Change } from './change.ts';

/** Whom a breaking change breaks, and what they do. Both sentences lack their end. */
export interface Meaning {
  readonly breaksIf: string;
  readonly remedy: string;
}

const meaning = (breaksIf: string, remedy: string): Meaning => ({ breaksIf, remedy });

/** When a breaking change matters to a reader, and the remedy, by what has changed. */
export function meaningOf(change: Change): Meaning {
  const { subject, at, says } = change;
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
  if (subject === 'clause') return meaning('you rely on the statement', 'read the clause again');
  return subject === 'code' || subject === 'reason' ? meaningOfListed(change) : meaningOfPlace(change);
}

/** Of a code or a reason. */
function meaningOfListed({ kind, at, says, values }: Change): Meaning {
  const [, successor] = /is now called `([^`]+)`/.exec(says) ?? [];
  return kind === 'removed' || successor !== undefined
    ? meaning(
        `your program waits for ${at}`,
        `handle ${successor ?? 'its successor'}, and treat unknown values by their status`,
      )
    : meaning(
        `your program compares the ${values?.of ?? 'value'}`,
        `compare the code ${at} instead, or the new value`,
      );
}

/** Of a place of a description. */
function meaningOfPlace({ kind, at, says }: Change): Meaning {
  const isGone = kind === 'removed';
  if (/^in (?:callbacks|responses)/.test(says) || /StatusEvent|Problem(?:$|\/)/.test(at))
    return meaning('your program reads it', isGone ? 'do without it' : 'accept the new values, too');
  const [, field] = /^in requests: (`[^`]+`) is now required/.exec(says) ?? [];
  if (field !== undefined) return meaning(`your requests lack ${field}`, `send ${field}`);
  if (isGone) return meaning('you send or read it', 'leave it out, or take it as an unlisted value');
  return meaning(
    'your requests have values that are no longer allowed',
    'send values that are allowed now; preflight finds the others',
  );
}
