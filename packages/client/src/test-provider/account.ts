import { type LenientSwitches, readListRequest, readSchedulingRequest } from '@cascade/lenient-requests';
import type { SchedulingRequest } from '@cascade/types';
import {
  createMemoryProvider,
  type Judged,
  type MemoryAccount,
  type MemoryCascade,
} from '@cascade/validator/memory-provider';
import { cases, sampleAccounts } from '../generated/cases.ts';

/** A cascade of the test provider; time to live and sender of a stage appear in the list and the history. */
export type TestCascade = MemoryCascade;

/** An account of the provider in memory, with the older request shapes that it lets in. */
export interface TestAccount {
  readonly lenient: LenientSwitches;
  /** The accepted request, in the described form and with its `requestId` as it was sent. */
  schedule(body: unknown): Judged<SchedulingRequest>;
  listCascades: MemoryAccount['listCascades'];
  listChannelProfiles: MemoryAccount['listChannelProfiles'];
  listTemplates: MemoryAccount['listTemplates'];
  listMessages: MemoryAccount['listMessages'];
  registerCallback: MemoryAccount['registerCallback'];
}

/** The accounts of the samples by their valid keys, with no request id used yet. */
export function sampleAccountsByKey(
  lenient: LenientSwitches,
  cascades?: readonly TestCascade[],
): ReadonlyMap<string, TestAccount> {
  const uuidOf = createUuids();
  const open = createMemoryProvider({ now: () => new Date(), uuidOf });
  return new Map(
    sampleAccounts.flatMap((sample) => {
      const account = open({ ...sample, cascades: cascades ?? sample.cascades });
      const test: TestAccount = {
        lenient,
        schedule(body) {
          const reading = readSchedulingRequest(body, lenient, uuidOf);
          if ('problem' in reading) return reading;
          const judged = account.schedule(reading.value, body);
          return 'problem' in judged ? judged : { answer: judged.answer.request };
        },
        listCascades: (body) => account.listCascades(readListRequest(body, lenient)),
        listChannelProfiles: account.listChannelProfiles,
        listTemplates: account.listTemplates,
        listMessages: (body) => account.listMessages(readListRequest(body, lenient)),
        registerCallback: account.registerCallback,
      };
      return sample.keys.filter((key) => !('expiresAt' in key)).map(({ key }) => [key, test] as const);
    }),
  );
}

/** A UUID for each text, the same for the same text, without a hash: the numbers of version 5 (RFC 9562). */
function createUuids(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const uuid = known.get(text) ?? `00000000-0000-5000-8000-${String(known.size).padStart(12, '0')}`;
    known.set(text, uuid);
    return uuid;
  };
}

/** A case of the catalogue by the name of its example; most have the name of their code. */
export type CaseName = keyof typeof cases;

/** The smallest request that provokes a problem, and the expected answer. */
export interface ProvokingRequest {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly detail: string | undefined;
  /** Whether the provider must have accepted the same request before. */
  readonly sentBefore: boolean;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: object;
  };
}

/** A case as the catalogue lists it. */
interface CatalogueCase extends Pick<ProvokingRequest, 'code' | 'status' | 'title' | 'request'> {
  readonly detail?: string;
  readonly sentBefore?: boolean;
  readonly repeat?: { readonly at: string; readonly text: string; readonly times: number };
}

/** All cases: at least one for each listed code. */
export const caseNames: readonly CaseName[] = Object.keys(cases).filter(isCaseName);

/** The request that provokes a case of the catalogue. */
export function provokingRequest(name: CaseName): ProvokingRequest {
  const { repeat, detail, sentBefore = false, request, ...rest }: CatalogueCase = cases[name];
  // Only `payload-too-large` repeats a text: the length of the body matters, not the member.
  const padding = repeat && { comment: repeat.text.repeat(repeat.times) };
  return { ...rest, detail, sentBefore, request: { ...request, body: { ...request.body, ...padding } } };
}

/** Whether a case of the catalogue has this name. */
export function isCaseName(name: string): name is CaseName {
  return Object.hasOwn(cases, name);
}
