import { isObject } from '@cascade/validator';
import { isAbsent, type Json, type Reading, unreadable } from './reading.ts';

/** `attachment {url, name}` as `attachmentUrl` and `attachmentName`. */
export function readAttachment(content: Json, pointer: string): Reading<Json> {
  const { attachment, ...rest } = content;
  if (isAbsent(attachment)) return { value: rest };
  const place = `${pointer}/attachment`;
  if (!isObject(attachment)) return unreadable(place, 'expected an object with url and name');
  const described = ['attachmentUrl', 'attachmentName'].find((member) => member in content);
  if (described !== undefined) {
    return unreadable(place, `expected either attachment or ${described}, found both`);
  }
  const { url, name } = attachment;
  return {
    value: {
      ...rest,
      ...(isAbsent(url) ? {} : { attachmentUrl: url }),
      ...(isAbsent(name) ? {} : { attachmentName: name }),
    },
  };
}
