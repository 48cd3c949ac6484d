import type { ContractChange } from './change.ts';

/** Whom a breaking change breaks, and what they do. Both sentences lack their end. */
export interface Meaning {
  readonly breaksIf: string;
  readonly remedy: string;
}

const meaning = (breaksIf: string, remedy: string): Meaning => ({ breaksIf, remedy });

/** When a breaking change matters to a reader, and the remedy, by what has changed. */
export function meaningOf(change: ContractChange): Meaning {
  const { subject, at } = change;
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
  if (subject === 'limit') return meaningOfLimit(change);
  if (subject === 'demo number')
    return meaning(`your tests send to ${at}`, 'let them wait for what becomes of it now');
  if (subject === 'clause')
    return meaning(
      'you know the statement by its former words',
      'read it again: the source is the same, and its words here are not',
    );
  return subject === 'code' || subject === 'reason' ? meaningOfListed(change) : meaningOfPlace(change);
}

/** What is beyond a limit, and what to do about it, by its unit. */
const beyond: Readonly<Record<string, readonly [breaksIf: string, remedy: string]>> = {
  days: ['you name a time more than $1 ahead', 'send the message later, or choose a nearer time'],
  hours: ['you count on more than $1', 'be done within them'],
  minutes: ['you count on more than $1', 'be done within them'],
  seconds: ['you take longer than $1', 'answer first, and do the work afterwards'],
  characters: ['a text of yours has more than $1', 'shorten it before you send'],
  bytes: ['a body of yours has more than $1', 'give attachments by their URL'],
  levels: ['a body of yours is nested in more than $1', 'send the described members only'],
  buttons: ['a message of yours has more than $1 of this kind', 'leave some out'],
};
const several = ['you send more than $1 at once', 'split them over several requests'] as const;

function meaningOfLimit({ kind, values }: ContractChange): Meaning {
  const { before = '', after = '' } = values ?? {};
  if (kind !== 'added')
    return meaning(`your program relies on the former value, ${before}`, `let it use ${after}`);
  const [breaksIf, remedy] = beyond[after.split(' ').at(-1) ?? ''] ?? several;
  return meaning(breaksIf.replace('$1', after), remedy);
}

/** What callers do by each value of `retry`. */
const retries: Readonly<Record<string, string>> = {
  'after-fix': 'fix the message before you send it again',
  'after-setup': 'have the account set up before you send it again',
  never: 'do not send it again',
  'used-before': 'send it again with a new requestId only',
};

const followed = meaning('you follow the former text', 'read both texts, and follow the present one');

/** Of a code or a reason. */
function meaningOfListed({ kind, at, says, values }: ContractChange): Meaning {
  if (values?.of === 'retry')
    return meaning(
      'your program decides by it whether to send again',
      retries[values.after ?? ''] ?? followed.remedy,
    );
  if (/^(?:advice|fix|cause|meaning|state)\b/.test(values?.of ?? '')) return followed;
  const [, successor] = /is now called `([^`]+)`/.exec(says) ?? [];
  const [, spelling] = /no longer spelt `([^`]+)`/.exec(says) ?? [];
  if (kind === 'removed' || successor !== undefined)
    return meaning(
      `your program waits for ${at}`,
      `handle ${successor ?? 'its successor'}, and treat unknown values by their status`,
    );
  return spelling === undefined
    ? meaning(
        `your program compares the ${values?.of ?? 'value'}`,
        `compare the code ${at} instead, or the new value`,
      )
    : meaning(`your program waits for ${spelling}`, `wait for ${at}`);
}

const accept = 'accept the new values, too';

/**
 * Of a place of a description, by what is said of it or of what; the first that fits. `$1` and `$2` are what
 * was found.
 */
const places: readonly (readonly [found: RegExp, breaksIf: string, remedy: string])[] = [
  [/^the field (`[^`]+`) is gone$/, 'you send or read $1', 'leave it out, and do without it'],
  [
    /was documented and is now assumed/,
    'you rely on it as a word of the source',
    'read the decision that it rests on: other providers may differ',
  ],
  [
    /^in requests: (`[^`]+`) was .+, and is now (at (?:most|least) .+)$/,
    'you send $1 beyond it: $2',
    'keep to it; preflight finds it before you send',
  ],
  [/^in requests: (`[^`]+`) was .+, and is now (.+)$/, 'you send $1 in another form', 'send $2'],
  [/^in [^:]*: (`[^`]+`) was .+, and is now .+ or null$/, 'your program reads $1', 'accept null, too'],
  [
    /^in [^:]*: (`[^`]+`) was at most .+, and is now/,
    'your program stores $1',
    'make room for longer values',
  ],
  [/^in (?!requests)[^:]*: (.+) (?:is|are) no longer required/, 'your program reads $1', 'let it be absent'],
  [/^the (?:description|summary) /, followed.breaksIf, followed.remedy],
  [/^requests go to another address/, 'your program has the former address', 'use the present one'],
  [/^requests with (.+) are no longer accepted/, 'you call with $1', 'get and send what is accepted now'],
  [/^in requests: (`[^`]+`|the value) may no longer be sent/, 'your requests have $1', 'leave it out'],
  [/^in responses: (`[^`]+`|the value) is no longer returned/, 'your program reads $1', 'do without it'],
  [/^where (`[^`]+`|the value) is absent/, 'you leave $1 out', 'send the value that you need'],
  [/ yields another problem$/, 'your program waits for the former code', 'treat the new one, too'],
  [
    /^the response (\S+) is no longer/,
    'you send or wait for $1',
    'treat a response by its class, such as 4xx',
  ],
  [/^Response `(\S+)` became/, 'your program compares the status with $1', 'treat each 2xx as a success'],
  [/^the schema is /, 'types of your code have its name', 'generate them again, and use the present name'],
  [/^`operationId`/, 'you call it by a generated client', 'generate the client again'],
  [/security scheme/, 'your requests have the key where it was', 'send it where it is expected now'],
  [/header `([\w-]+)` of the callback/, 'your receiver reads $1', 'read what takes its place, or do without'],
  [/^no longer says how it is signed/, 'your receiver checks signatures', 'ask the provider before you stop'],
  [/^(?:Path|Webhook) `(\S+)` was removed/, 'you use $1', 'do without it'],
  [/^Path `(\S+)` was renamed/, 'you call $1', 'call the path that it has now'],
  [/^Response header `(\S+)` was/, 'your program reads $1', 'do without it'],
  [/^Media type `(\S+)` was/, 'your program expects $1', 'accept what is described now'],
  [
    /^the open list lost "(.*)"$/,
    'you send $1 or wait for it',
    'leave it out, or treat it as an unlisted value',
  ],
  [
    /^the list (?:is closed|no longer)/,
    'your program sends or expects other values',
    'treat those that are not listed by a default',
  ],
  [/^in (?!requests|responses to callbacks)[^:]*:/, 'your program reads it', accept],
  [/^in requests: (`[^`]+`) is now required/, 'your requests lack $1', 'send $1'],
];

function meaningOfPlace({ kind, at, says }: ContractChange): Meaning {
  const isGone = kind === 'removed';
  for (const [pattern, breaksIf, remedy] of places) {
    const [found, name = '', value = ''] = pattern.exec(says) ?? [];
    const filled = (text: string) => text.replace('$1', () => name).replace('$2', () => value);
    if (found !== undefined) return meaning(filled(breaksIf), filled(remedy));
  }
  if (/^\/components\/responses\//.test(at))
    return meaning('you check responses against the schema', 'take the present one');
  if (/StatusEvent|Problem(?:$|\/)/.test(at))
    return meaning('your program reads it', isGone ? 'do without it' : accept);
  if (isGone) return meaning('you send or read it', 'leave it out, or take it as an unlisted value');
  return meaning(
    'your requests have values that are no longer allowed',
    'send values that are allowed now; preflight finds the others',
  );
}
