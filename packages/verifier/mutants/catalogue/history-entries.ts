import { entries, entriesOf } from '../changes/on-history.ts';
import type { Mutant } from '../mutant.ts';
import { isObject, without } from '../proxy/json.ts';
import { has, own, undelivered } from '../witness/messages.ts';
import { historyMutant as history } from './mutants-of.ts';

/** Wrong entries in the message history (ADR-0035). */
export const historyEntryMutants: readonly Mutant[] = [
  history(
    'incoming',
    'Calls every message an incoming one',
    entries((entry) => ({ ...entry, direction: 'IN' })),
    has('direction', '"OUT"', '"IN"'),
  ),
  history(
    'without-message-id',
    'Leaves messageId out',
    entries((entry) => without(entry, 'messageId')),
    own([(page) => typeof entriesOf(page)[0]?.messageId, 'number', 'undefined']),
  ),
  history(
    'without-request-id',
    'Leaves requestId out',
    entries((entry) => without(entry, 'requestId')),
    own([(page) => typeof entriesOf(page)[0]?.requestId, 'string', 'undefined']),
  ),
  history(
    'without-status',
    'Leaves deliveryStatus out',
    entries((entry) => without(entry, 'deliveryStatus')),
    own([(page) => typeof entriesOf(page)[0]?.deliveryStatus, 'string', 'undefined']),
  ),
  history(
    'without-comment',
    'Loses the comment of a message',
    entries((entry) => ({ ...entry, comment: null })),
    has('comment', '"order 1234"', 'null'),
  ),
  history(
    'other-channel',
    'Calls every stage one of SMS',
    entries((entry) => ({ ...entry, channelType: 'SMS' })),
    has('channelType', '"CHATTWO"', '"SMS"'),
  ),
  history(
    'cascade-id-as-text',
    'Writes cascadeId as text',
    entries((entry) => ({ ...entry, cascadeId: String(entry.cascadeId) })),
    has('cascadeId', '4010', '"4010"'),
  ),
  history(
    'address-masked',
    'Masks the address',
    entries((entry) => ({ ...entry, address: '+44***' })),
    own([(page, { address }) => String(entriesOf(page)[0]?.address === address), 'true', 'false']),
  ),
  history(
    'content-of-template',
    'Returns another text than was sent',
    entries((entry) => ({ ...entry, content: { contentType: 'TEXT', text: 'Text' } })),
    own([
      (page) => {
        const content = entriesOf(page)[0]?.content;
        return isObject(content) && content.text === 'Text' ? 'another' : 'what was sent';
      },
      'what was sent',
      'another',
    ]),
  ),
  history(
    'status-stays',
    'Says ENQUEUED although the message has failed',
    entries((entry) => ({ ...entry, deliveryStatus: 'ENQUEUED' })),
    undelivered('"UNDELIVERED" "not-chattwo-user"', '"ENQUEUED" "not-chattwo-user"'),
  ),
  history(
    'undelivered-as-failed',
    'Says FAILED instead of UNDELIVERED',
    entries((entry) =>
      entry.deliveryStatus === 'UNDELIVERED' ? { ...entry, deliveryStatus: 'FAILED' } : entry,
    ),
    undelivered('"UNDELIVERED" "not-chattwo-user"', '"FAILED" "not-chattwo-user"'),
  ),
  history(
    'without-reason',
    'Leaves the reason of an undelivered message out',
    entries((entry) => ({ ...entry, error: null })),
    undelivered('"UNDELIVERED" "not-chattwo-user"', '"UNDELIVERED" null'),
  ),
];
