import { isObject, parsedJson } from '../objects.ts';
import { type Draft, isDraft, withoutSecrets } from './draft.ts';

/** What the form has when the page is left, so that it is there again when the reader returns. */
export interface StoredDraft {
  readonly draft: Draft;
  /** The example that it began with; absent if a link brought it. */
  readonly template?: string;
  /** The name of the target that was chosen. */
  readonly target?: string;
  /** Whether the reader has changed it. */
  readonly isEdited: boolean;
}

const longestStored = 500_000;

/**
 * The draft as text for the storage of the session, without keys other than those of the samples; undefined
 * if it is too long.
 */
export function storedDraftText(stored: StoredDraft, sampleKeys: ReadonlySet<string>): string | undefined {
  const text = JSON.stringify({ ...stored, draft: withoutSecrets(stored.draft, sampleKeys) });
  return text.length > longestStored ? undefined : text;
}

/** The stored draft; undefined if the text is not ours. */
export function parseStoredDraft(text: string | null): StoredDraft | undefined {
  const value = parsedJson(text ?? '');
  return isStoredDraft(value) ? value : undefined;
}

function isStoredDraft(value: unknown): value is StoredDraft {
  if (!isObject(value) || !isDraft(value.draft) || typeof value.isEdited !== 'boolean') return false;
  return [value.template, value.target].every((one) => one === undefined || typeof one === 'string');
}
