import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  onDemandVectors,
  type SingleRequestVector,
  singleRequestVectors,
  violationVectors,
} from './inputs.ts';

/** A message that a kit schedules at `url`, and what its program must print of the outcome. */
export interface KitStep {
  readonly says: string;
  readonly url: string;
  readonly key: string;
  readonly message: { readonly requestId: string };
  readonly options: object;
  /**
   * What is wrong with the outcome, if anything; `accepted` is how often the provider accepted the request
   * id.
   */
  judge(outcome: Printed, accepted: number): string | undefined;
  /** The problem code of this step, if it is to see one. */
  readonly of?: 'mock' | 'service' | 'faults';
}

/** A line of the program of a kit. */
interface Printed {
  readonly kind: string;
  readonly code?: string;
  readonly status?: number;
  readonly replayed?: boolean;
}

interface Facts {
  readonly name: string;
  readonly names: readonly string[];
  readonly status: number;
  readonly retry: string;
}

const { problems }: { readonly problems: readonly Facts[] } = JSON.parse(
  readFileSync(
    fileURLToPath(new URL('../../../../packages/kits/go/catalogue.json', import.meta.url)),
    'utf8',
  ),
);
const listed = new Map(problems.flatMap(({ name, names }) => names.map((spelling) => [spelling, name])));

/** Altering proxies before the mock and before the service. */
interface Providers {
  readonly mock: string;
  readonly service: string;
  /** Services whose database has a fault, by the problem code with which they refuse. */
  readonly broken: Readonly<Record<string, string>>;
  /** A faulty proxy, and how many calls go through it. */
  readonly faulty: string;
  readonly calls: number;
  readonly attempts: number;
}

/**
 * Each problem code that scheduling can give, asked of the mock; the answers of mock and service to the
 * request vectors; the violations of the vectors; and calls through faults.
 */
export function kitSteps({ mock, service, broken, faulty, calls, attempts }: Providers): KitStep[] {
  const ofScheduling = problems.filter(({ name }) => name !== 'callback-url-not-valid');
  return [
    ...ofScheduling.map((facts) => stepOf(facts, mock)),
    step('a code of a later version', `${mock}/unlisted-code`, {
      judge: expecting({ code: 'new-code', status: 400 }),
    }),
    ...[...singleRequestVectors, ...onDemandVectors].map((vector, index) =>
      vectorStep(vector, index, mock, 'mock'),
    ),
    ...singleRequestVectors.map((vector, index) => vectorStep(vector, index, service, 'service')),
    againStep('requestId-is-not-unique', mock, { of: 'mock' }),
    againStep('requestId-is-not-unique', service, { of: 'service' }),
    againStep('too-many-requests', service, { of: 'service', key: 'limited-key' }),
    ...Object.entries(broken).map(([code, url]) =>
      step(`${code} of the service`, url, { of: 'service', judge: expecting({ code, kind: 'unknown' }) }),
    ),
    ...violationVectors.map(({ says, violations }, index) => {
      const all = violations.map(({ cascadeId, channel, stageUuid = '' }) => [cascadeId, channel, stageUuid]);
      return step(says, `${mock}/violations/${index}`, { judge: expecting({ violations: all }) });
    }),
    ...Array.from({ length: calls }, (_, index) =>
      step(`fault ${index}`, faulty, {
        of: 'faults',
        // Of every other call, the provider is known to keep the ids of accepted requests only.
        options: { attempts, timeout: 2, usedIdMeansAccepted: index % 2 === 1 },
        judge: ({ kind }, accepted) => {
          const isRight = kind === 'scheduled' ? accepted === 1 : kind === 'unknown' && accepted <= 1;
          return isRight ? undefined : `accepted ${accepted} times`;
        },
      }),
    ),
  ];
}

function step(says: string, url: string, rest: Pick<KitStep, 'judge'> & Partial<KitStep>): KitStep {
  const message = {
    requestId: crypto.randomUUID(),
    cascadeId: 2002,
    subscriberFilter: { address: '+12025550100', type: 'PHONE' },
    content: { smsContent: { contentType: 'TEXT', text: 'Code 4821' } },
  };
  return { says, url, key: 'demo-key', message, options: { attempts: 1, timeout: 60 }, ...rest };
}

/**
 * A fault may have been accepted: that is for the caller to find out (ADR-0007). Its code is that of the
 * cause.
 */
function stepOf({ name, status, retry }: Facts, mock: string): KitStep {
  const preference = `code=${status}, example=${name.replaceAll("'", '')}`;
  // Each step has an id of the caller, who may have used it before: for some kits the outcome is unknown.
  const isOfCaller = name === 'requestId-is-not-unique';
  const more = status >= 500 ? { kind: 'unknown' } : isOfCaller ? {} : { status, retry };
  const judge = expecting({ code: name, ...more });
  return step(name, `${mock}/prefer/${encodeURIComponent(preference)}`, { of: 'mock', judge });
}

function expecting(expected: object): KitStep['judge'] {
  return (outcome) => {
    const wrong = Object.entries(expected).filter(
      ([key, value]) => JSON.stringify(Object(outcome)[key]) !== JSON.stringify(value),
    );
    return wrong.length === 0 ? undefined : `expected ${JSON.stringify(expected)}`;
  };
}

/** The proxy sends the request of the vector instead of the message, and the kit reads the answer. */
function vectorStep(
  { id, answers }: SingleRequestVector,
  index: number,
  url: string,
  of: 'mock' | 'service',
): KitStep {
  return step(`${id} of the ${of}`, `${url}/vector/${index}`, { of, judge: permitting(answers) });
}

/** The proxy sends the message twice at once, and the kit reads the refusal. */
function againStep(code: string, url: string, rest: Pick<KitStep, 'of'> & Partial<KitStep>): KitStep {
  return step(`${code} of the ${rest.of}`, `${url}/again`, { ...rest, judge: expecting({ code }) });
}

function permitting(answers: SingleRequestVector['answers']): KitStep['judge'] {
  return ({ kind, code = '', status = 0 }) => {
    const isPermitted = answers.some(({ status: wanted, titles }) => {
      if (wanted === '2xx') return kind === 'scheduled';
      const isCode = titles === undefined || titles.some((title) => listed.get(title) === code);
      if (Number(wanted) >= 500) return kind === 'unknown' && isCode;
      return isCode && (wanted === `${Math.floor(status / 100)}xx` || Number(wanted) === status);
    });
    return isPermitted ? undefined : `permitted: ${JSON.stringify(answers)}`;
  };
}

/** What became of the steps of a kit. */
export type KitOutcomes = ReturnType<typeof judgeKit>;

/** Judges what a kit printed; `accepted` has the request ids, as the provider counted them. */
export function judgeKit(steps: readonly KitStep[], printed: string, accepted: ReadonlyMap<string, number>) {
  const lines = printed.trim().split('\n');
  const seen = steps.map((step, index): TakenStep => {
    const line = lines[index] ?? '';
    const outcome: Printed = line.startsWith('{') ? JSON.parse(line) : { kind: 'none' };
    return { step, line, outcome, times: accepted.get(step.message.requestId) ?? 0 };
  });
  return {
    /** One line for each step with a wrong outcome. */
    failures: seen.flatMap(({ step, line, outcome, times }) => {
      const wrong = outcome.kind === 'none' ? 'no outcome' : step.judge(outcome, times);
      return wrong === undefined ? [] : [`${step.says}: ${wrong}, and the kit says ${line}`];
    }),
    /** Different problem codes that mock and service raised and the kit knew. */
    codes: { mock: codesOf(seen, 'mock'), service: codesOf(seen, 'service') },
    /**
     * Of the calls through faults. A lost one is accepted although the kit says otherwise, or the reverse.
     */
    calls: callsOf(seen.filter(({ step }) => step.of === 'faults')),
  };
}

interface TakenStep {
  readonly step: KitStep;
  readonly line: string;
  readonly outcome: Printed;
  readonly times: number;
}

function codesOf(seen: readonly TakenStep[], of: KitStep['of']): number {
  const codes = seen.flatMap(({ step, outcome: { code } }) =>
    step.of === of && code !== undefined && listed.has(code) ? [code] : [],
  );
  return new Set(codes).size;
}

function callsOf(seen: readonly TakenStep[]) {
  const count = (is: (one: TakenStep) => boolean) => seen.filter(is).length;
  return {
    scheduled: count(({ outcome }) => outcome.kind === 'scheduled'),
    replayed: count(({ outcome }) => outcome.replayed === true),
    unknown: count(({ outcome }) => outcome.kind === 'unknown'),
    doubled: count(({ times }) => times > 1),
    lost: count(({ outcome: { kind }, times }) =>
      kind === 'scheduled' ? times === 0 : kind !== 'unknown' && times > 0,
    ),
  };
}
