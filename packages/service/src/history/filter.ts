import { uuidV5 } from '@cascade/lenient-requests/uuid-v5';
import type { MessageHistoryRequest } from '@cascade/types';
import { readDateTime } from '@cascade/validator';
import { storable } from '../store/prepared.ts';

/** What a request for the history asks for, as the store compares it. An absent member narrows nothing. */
export interface HistoryFilter {
  /** As the store keeps it: see {@link requestKey}. */
  readonly requestKey?: string | undefined;
  readonly messageId?: number | undefined;
  readonly address?: string | undefined;
  readonly addressType?: string | undefined;
  readonly channels?: readonly string[] | undefined;
  readonly subjectId?: number | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly ascending: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** Reads the filter from a request that its rules accept; undefined if nothing can match (ADR-0035). */
export function filterOf(request: MessageHistoryRequest): HistoryFilter | undefined {
  const { requestId, messageId, subscriberFilter, channelTypes, subjectId, direction } = request;
  const { dateFrom, dateTo, sort, offset = 0, limit = 100 } = request;
  if (direction !== undefined && direction !== 'OUT') return undefined;
  return {
    requestKey: requestId === undefined ? undefined : requestKey(requestId),
    messageId,
    address: storable(subscriberFilter?.address),
    addressType: storable(subscriberFilter?.type),
    channels: channelTypes?.length === 0 ? undefined : channelTypes?.map((channel) => storable(channel)),
    subjectId,
    from: timeOf(dateFrom),
    to: timeOf(dateTo),
    ascending: sort?.[0]?.direction === 'ASC',
    offset,
    limit,
  };
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * What the store keeps for a request id: a UUID in lower case (ADR-0007), or the key of any other text
 * (ADR-0027).
 */
export function requestKey(requestId: string): string {
  return uuid.test(requestId) ? requestId.toLowerCase() : uuidV5(requestId);
}

function timeOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : readDateTime(text);
}
