/** A violation as written in `detail` (§7.3), with its members. */
export type Violation =
  | { readonly kind: 'missing'; readonly id: string; readonly stageUuid: string; readonly channel: string }
  | { readonly kind: 'surplus'; readonly id: string; readonly channel: string };

/** The violations of a detail, or the clause by which it cannot be read. */
export type ReadViolations =
  | { readonly violations: readonly Violation[] }
  | { readonly clause: string; readonly expected: string; readonly actual: string };

const opening = /^\s*(the )?cascade scheduling request is not valid\s*[.:;,]?\s*violations:\s*/i;

const missing =
  /^the content was not found for the cascade template stage \[cascadeTemplateId:([^;\]]*);stageUuid:([^;\]]*);channelType:([^;\]]*)\]/;

const surplus =
  /^the cascade template stage was not found for the content \[cascadeTemplateId:([^;\]]*);contentChannelType:([^;\]]*)\]/;

const separator = /^\s*;\s*/;

/** Reads the text of §7.3. It is scanned, not split: the brackets hold semicolons, too. */
export function readViolations(detail: string): ReadViolations {
  const start = opening.exec(detail);
  if (start === null)
    return {
      clause: '7.3/opening',
      expected: '«Cascade scheduling request is not valid. Violations:»',
      actual: detail,
    };
  const violations: Violation[] = [];
  let rest = detail.slice(start[0].length);
  for (;;) {
    const read = readOne(rest);
    if (read === undefined) return unreadable(rest);
    violations.push(read.violation);
    rest = rest.slice(read.length);
    if (/^\s*[.;]?\s*$/.test(rest)) return { violations };
    const between = separator.exec(rest);
    if (between === null)
      return { clause: '7.3/separator', expected: 'a semicolon between violations', actual: rest };
    rest = rest.slice(between[0].length);
  }
}

function readOne(text: string): { violation: Violation; length: number } | undefined {
  const one = missing.exec(text);
  if (one !== null) {
    const [whole, id = '', stageUuid = '', channel = ''] = one;
    return { violation: { kind: 'missing', id, stageUuid, channel }, length: whole.length };
  }
  const other = surplus.exec(text);
  if (other === null) return undefined;
  const [whole, id = '', channel = ''] = other;
  return { violation: { kind: 'surplus', id, channel }, length: whole.length };
}

function unreadable(text: string): ReadViolations {
  const { index } = /\[/.exec(text) ?? {};
  if (index !== undefined && !text.startsWith('[cascadeTemplateId:', index))
    return { clause: '2.3/cascadeTemplateId', expected: '[cascadeTemplateId:…', actual: text.slice(index) };
  const isMissing = /content\b.*\bnot found|stageUuid/.test(text) && !text.includes('contentChannelType');
  return {
    clause: isMissing ? '7.3/content-not-found' : '7.3/stage-not-found',
    expected: isMissing
      ? 'the content was not found for the cascade template stage [cascadeTemplateId:…;stageUuid:…;channelType:…]'
      : 'the cascade template stage was not found for the content [cascadeTemplateId:…;contentChannelType:…]',
    actual: text,
  };
}
