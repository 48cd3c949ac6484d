/** What a caller hears of a text. */
export type Told = 'SENT' | 'DELIVERED' | 'UNDELIVERED';

interface Text {
  /** Of the subscriber, without a plus; one for each text. */
  readonly number: string;
  readonly text: string;
}

/** A program that takes texts over HTTP, submits them by SMPP, and tells their caller what became of them. */
export interface SmppClient {
  /** Resolves when it has taken the text. @throws {Error} if it refuses it. */
  send(text: Text): Promise<void>;
  /** What its caller heard of the text to a number, in order. */
  told(number: string): readonly Told[];
}

/** What a row sets for a client, in the client's own words; it is printed with the result. */
export type ClientSettings = Readonly<Record<string, unknown>>;

/** How long each client waits, as far as it lets itself be told; it is printed with the result. */
export const waits = { responseSeconds: 5, enquireSeconds: 5, reconnectSeconds: 1 } as const;

/** What callers were told, by number. */
export function createTold() {
  const told = new Map<string, readonly Told[]>();
  return {
    add(number: string, status: Told | undefined): void {
      if (status !== undefined) told.set(number, [...(told.get(number) ?? []), status]);
    },
    of: (number: string): readonly Told[] => told.get(number) ?? [],
  };
}

/** Whether a caller of programs that do not choose by themselves would send a text in UCS-2. */
export function isUnicode(text: string): boolean {
  return [...text].some((character) => character > 'ÿ' && character !== '€');
}
