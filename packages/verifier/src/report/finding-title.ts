import type { AnswerFault } from '../oracle/fault.ts';
import type { Scenario } from '../scenario/scenario.ts';

type Check = AnswerFault['check'];

/**
 * What is wrong, as a sentence with a subject: the rule of the scenario as it was broken, where its verb
 * allows that; else what the provider did, and what was expected. What came is shown as it came.
 */
export function findingTitle(
  { says }: Pick<Scenario, 'says'>,
  { check, expected, actual }: Pick<AnswerFault, 'check' | 'expected' | 'actual'>,
): string {
  // Of a text that differs in one piece, that piece: `expected` and `actual` have the whole.
  const [whole = '', came = ''] = [expected, actual].map((text) => text.replace(/, in «.*$/s, ''));
  const wanted = aboutRequests.has(check) ? shortList(whole) : whole;
  const short = came.length > mostOfTitle ? `${came.slice(0, mostOfTitle)}…` : came;
  const [rule, becomes] = brokenRules[check] ?? [];
  if (rule?.test(says) && becomes !== undefined)
    return says.replace(rule, (verb) => {
      const past = verb.startsWith('is') ? 'was ' : verb.startsWith('are') ? 'were ' : '';
      return `${past}${becomes(short, wanted, verb)}`;
    });
  const [subject, demand] = demandIn(check, short, wanted) ?? [sentenceOf(check, short), undefined];
  if (demand !== undefined) return `${subject}, ${demand}.`;
  return `${subject}, expected ${wanted}${ruleAfter(check, says)}.`;
}

const mostOfTitle = 120;
const mostOfList = 3;

/** Of many codes that would be right, the first. */
function shortList(codes: string): string {
  const [first, ...others] = codes.split(' or ');
  return others.length < mostOfList ? codes : `${first} or one of ${others.length} others`;
}
const isRefused = /\b(?:is|are) (?:refused|answered)(?: with .*(?=\.$))?/;

type Becomes = (actual: string, expected: string, verb: string) => string;

const refusedOtherwise: Becomes = (actual, expected) => `refused with ${actual}, not ${expected}`;

/**
 * By check, the verb of a rule, and what it becomes in the sentence of the fault: *is refused*, *was
 * accepted*.
 */
const brokenRules: Readonly<Partial<Record<Check, readonly [rule: RegExp, becomes: Becomes]>>> = {
  'negative-data-rejection': [new RegExp(`${isRefused.source}|\\brefuses\\b`), () => 'accepted'],
  'positive-data-acceptance': [/\b(?:is|are) accepted/, () => 'refused'],
  'problem-code': [isRefused, refusedOtherwise],
  'status-code-conformance': [isRefused, refusedOtherwise],
  receiver: [/\baccepts\b|\brefuses\b/, (_, __, verb) => (verb === 'accepts' ? 'refused' : 'accepted')],
};

/** A demand on one place, as the description makes it: *the body, a member or a header must …*. */
function demandIn(
  check: Check,
  actual: string,
  expected: string,
): readonly [subject: string, demand: string] | undefined {
  const what = check === 'callback' ? 'callback' : 'answer';
  const [, holder = '', name] = /^(the body|\/\S*) must have required property '(.+)'$/.exec(expected) ?? [];
  if (name !== undefined) {
    const inside = holder === 'the body' ? '' : ` in ${holder}`;
    return [`The ${what} has no ${name}${inside}`, 'which must be there'];
  }
  const [, place, demand] = /^(the body|the header [\w-]+|\/\S*) (must .*)$/.exec(expected) ?? [];
  if (place === undefined || demand === undefined) return undefined;
  return [`${capital(place)} of the ${what} is ${actual}`, `but ${demand}`];
}

/** What came, with a subject in front unless it has one. */
function sentenceOf(check: Check, actual: string): string {
  const said = subjects[check]?.(actual);
  if (said !== undefined) return said;
  if (/^(?:the|another|its?) /.test(actual)) return capital(actual.replace(/^its? /, ofWhom(check)));
  return /^(?:no|an?) /.test(actual)
    ? `There was ${actual}`
    : `${defaults[check] ?? 'The provider answered'} ${actual}`;
}

function ofWhom(check: Check): (pronoun: string) => string {
  const who = check === 'client' ? 'client' : check === 'receiver' ? 'event' : 'provider';
  return (pronoun) => (pronoun === 'it ' ? `the ${who} ` : `the ${who}'s `);
}

/** How a sentence begins whose end is what came. */
const defaults: Readonly<Partial<Record<Check, string>>> = {
  'content-type-conformance': 'The answer has the content-type',
  callback: 'The callback says',
  state: 'The provider had',
  client: 'The client showed',
  receiver: 'The receiver answered',
};

const subjects: Readonly<Partial<Record<Check, (actual: string) => string | undefined>>> = {
  'problem-text': (actual) => `The refusal says ${actual}`,
  state: (actual) =>
    actual.endsWith(' accepted') ? `The provider accepted ${actual.slice(0, -9)}` : undefined,
  answers: (actual) => (/^(?:TLS|connection) /.test(actual) ? `The request failed: ${actual}` : undefined),
  'positive-data-acceptance': (actual) => `The provider refused the request with ${actual}`,
  'negative-data-rejection': (actual) =>
    `The provider ${actual.replace(/^acceptance\b/, 'accepted the request')}`,
  'response-schema-conformance': (actual) =>
    /^(?:no|an?|status) /.test(actual)
      ? `The ${actual.startsWith('status') ? 'body of the ' : ''}answer has ${actual}`
      : `The ${/^\d{3}, /.test(actual) ? '' : 'body of the '}answer is ${actual}`,
  'content-type-conformance': (actual) => (actual === 'none' ? 'The answer has no content-type' : undefined),
  'response-headers-conformance': (actual) =>
    actual === 'none' ? 'The answer has no such header' : `The answer has ${actual}`,
};

/** Those whose finding says nothing of the request: the rule does. */
const aboutRequests: ReadonlySet<Check> = new Set([
  'positive-data-acceptance',
  'negative-data-rejection',
  'problem-code',
  'status-code-conformance',
]);

function ruleAfter(check: Check, says: string): string {
  return aboutRequests.has(check) ? `: ${says.replace(/\.$/, '')}` : '';
}

function capital(text: string): string {
  return text.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}
