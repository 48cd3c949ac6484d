import { readAttachment } from './read-attachment.ts';
import { readButtons } from './read-buttons.ts';
import type { Json, Reading } from './reading.ts';
import type { LenientSwitches } from './switches.ts';

/** The content of one channel in the described form; `member` is its name in `content`. */
export function readChannelContent(member: string, content: Json, switches: LenientSwitches): Reading<Json> {
  const pointer = `/content/${member}`;
  const steps = [
    switches.smsWithoutContentType && member === 'smsContent' ? withContentType : undefined,
    switches.textAsNumber ? withText : undefined,
    switches.attachment ? readAttachment : undefined,
    switches.keyboard ? readButtons : undefined,
  ];
  let reading: Reading<Json> = { value: content };
  for (const step of steps) {
    if (step !== undefined && 'value' in reading) reading = step(reading.value, pointer);
  }
  return reading;
}

function withContentType(content: Json): Reading<Json> {
  return { value: { contentType: 'TEXT', ...content } };
}

/** As JSON writes the number; a whole number beyond 2^53 has lost digits already, and is left to the rules. */
function withText(content: Json): Reading<Json> {
  const { text } = content;
  if (typeof text !== 'number' || (Number.isInteger(text) && !Number.isSafeInteger(text))) {
    return { value: content };
  }
  return { value: { ...content, text: JSON.stringify(text) } };
}
