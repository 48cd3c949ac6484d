import { type FaultyReceiver, type ReceiverFault, startFaultyReceiver } from '@cascade/test-kit';
import { accountsFile } from '../accounts-file.ts';

/** The kinds of faulty receivers beside the healthy one. */
export const faults = ['down', 'slow', 'redirecting', 'failing', 'gone', 'hanging', 'endless'] as const;

/** An account and its receiver; the name is also its API key. */
export interface Subject {
  readonly name: string;
  readonly fault: ReceiverFault;
  readonly receiver: FaultyReceiver;
  /** For each accepted callback: when it arrived, and when its status changed. */
  readonly taken: { readonly at: number; readonly statusAt: number }[];
}

export async function startSubject(name: string, fault: ReceiverFault, elsewhere: string): Promise<Subject> {
  const taken: Subject['taken'] = [];
  const receiver = await startFaultyReceiver({
    slowMilliseconds: 20_000, // the service waits for 15 s
    elsewhere,
    onTaken: (body) => taken.push({ at: Date.now(), statusAt: Date.parse(JSON.parse(body).statusAt) }),
  });
  return { name, fault, receiver, taken };
}

/** Accounts with a cascade of one stage, each with its receiver. */
export function subjectsFile(
  subjects: readonly { readonly name: string; readonly receiver: { readonly url: string } }[],
): string {
  const cascades = { 1: ['SMS'] };
  return accountsFile(subjects.map(({ name, receiver: { url } }) => ({ name, url, cascades })));
}
