import { type FaultyReceiver, type ReceiverFault, startFaultyReceiver } from '@cascade/test-kit';

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

/** An accounts file; JSON is YAML. */
export function accountsFile(
  subjects: readonly { readonly name: string; readonly receiver: { readonly url: string } }[],
): string {
  const subject = { id: 1, subject: 'codes' };
  const accounts = subjects.map(({ name, receiver }, at) => ({
    name,
    keys: [{ key: name }],
    balance: 1_000_000_000,
    prices: { SMS: 5 },
    cascades: [
      {
        id: 1,
        name: 'codes',
        stages: [
          { uuid: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`, channel: 'SMS', subject },
        ],
      },
    ],
    callback: { url: receiver.url },
  }));
  return JSON.stringify({ accounts });
}
