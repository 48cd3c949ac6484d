import {
  buttons,
  chat,
  document,
  image,
  olderCheck,
  picker,
  place,
  scheduledBy,
  scheduling,
  text,
  twoStages,
} from './requests.ts';
import type { Ask, SentRequest } from './witness.ts';

/** A documented code, the status of §7.1, and a request, the last if there are several, that is answered with it. */
export interface Provocation {
  readonly code: string;
  readonly status: number;
  readonly ask: Ask;
}

function provocation(code: string, status: number, ask: Ask): Provocation {
  return { code, status, ask };
}

/** A request and its repetition: the same body twice. */
export function twice(): readonly SentRequest[] {
  const request = scheduling();
  return [request, request];
}

const button = { type: 'URL', text: 'Track it', url: 'https://shop.example/1' };

/** All codes of §7.1 that a consumer can provoke: all but the one for faults of the server. */
export const provocations: readonly Provocation[] = [
  provocation('requestId-is-not-unique', 400, twice),
  provocation('content-not-specified', 400, () => scheduling({ content: {} })),
  provocation('contentType-not-specified', 400, () =>
    scheduling({ content: { smsContent: { text: 'Hi' } } }),
  ),
  provocation('text-not-specified', 400, () => scheduling({ content: { smsContent: text({ text: '' }) } })),
  provocation('caption-not-specified', 400, () => chat(image({ caption: '' }))),
  provocation('action-not-specified', 400, () => chat(text({ buttons: [button] }))),
  provocation('attachmentName-not-specified', 400, () => chat(document())),
  provocation('attachmentName-is-too-long', 400, () => chat(document({ attachmentName: 'n'.repeat(71) }))),
  provocation('latitude-not-specified', 400, () => chat(place({ longitude: 13.405 }))),
  provocation('longitude-not-specified', 400, () => chat(place({ latitude: 52.52 }))),
  provocation('cascade-not-found', 400, () => scheduling({ cascadeId: 404_404 })),
  provocation("request-doesn't-contain-content-for-all-cascade-stages", 400, () =>
    scheduling({ cascadeId: olderCheck }),
  ),
  provocation('matched-template-not-found', 400, () =>
    scheduling({ content: { smsContent: text({ text: 4821 }) } }),
  ),
  provocation('cascade-scheduling-request-is-not-valid', 400, () =>
    scheduling({ cascadeId: twoStages, content: { chatoneContent: text() } }),
  ),
  provocation('template-parameter-is-not-valid', 400, () => chat(picker([{ title: 't'.repeat(25) }]))),
  provocation('out-of-balance', 400, () => scheduledBy('poor-key')),
  provocation('button-validation-error', 400, () => chat(buttons('PHONE', 'PHONE'))),
  provocation('mm-api-options-invalid-combination', 400, () =>
    chat(text({ useMarketingMessagesApi: false, messageActivitySharing: true })),
  ),
  provocation('auth-error', 401, () => scheduledBy('no-such-key')),
  provocation('not-found', 404, () => ({ ...scheduling(), path: '/api/cascade/shedule' })),
  provocation('method-not-allowed', 405, () => ({ ...scheduling(), method: 'PUT' })),
];

/** The title that comes with a code, where it differs. */
export function titleOf(code: string): string {
  return code === 'cascade-scheduling-request-is-not-valid' ? 'cascade-scheduling-request-not-valid' : code;
}

/** The id of the clause of §7.1 for a code; ids have no apostrophe. */
export function clauseOf(code: string): string {
  return `7.1/${code.replace("'", '')}`;
}
