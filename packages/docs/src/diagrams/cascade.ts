import { type Html, html } from '../html.ts';
import { arrow, box, drawing, words } from './svg.ts';

const request = 'Your request';
const receiver = 'Your receiver';

/**
 * One stage per channel, what leads to the next stage (ADR-0019), and the callbacks. It is drawn twice, from left to
 * right and, for telephones, from top to bottom; the styles show one of both.
 */
export function cascadeDiagram(channels: readonly string[]): Html {
  const title = `The stages ${channels.join(', ')}: UNDELIVERED or an expired TTL leads to the next stage, DELIVERED ends the cascade. Callbacks report each status change.`;
  return html`<div class="cascade-diagram">${across(channels, title)}${down(channels, title)}</div>`;
}

function across(channels: readonly string[], title: string): Html {
  const [size, gap, first] = [132, 116, 140];
  // The words at the last arrow end to the right of it.
  const width = first + channels.length * (gap + size) + 24;
  const start = box({
    x: 0,
    y: 14,
    width: first,
    height: 60,
    label: request,
    note: 'scheduled at once',
    kind: 'outside',
  });
  const stages = channels.map((channel, at) => {
    const x = first + gap + at * (gap + size);
    const middle = x - gap / 2;
    return html`${box({ x, y: 14, width: size, height: 60, label: channel, note: `stage ${at + 1}`, kind: 'stage' })}
${arrow(`M${x - gap + 6} 44H${x - 6}`)}${at === 0 ? undefined : words(middle, 34, ['UNDELIVERED'])}${at === 0 ? undefined : words(middle, 62, ['or TTL'])}
${arrow(`M${x + size / 2} 78V142`, 'callback')}${words(x + size / 2 + 10, 106, ['DELIVERED', 'ends it'], 'start')}`;
  });
  const end = box({
    x: 0,
    y: 148,
    width,
    height: 44,
    label: `${receiver}: a callback for each status change`,
    kind: 'outside',
  });
  return drawing({
    id: 'across',
    title,
    width,
    height: 196,
    kind: 'across',
    content: [start, ...stages, end],
  });
}

function down(channels: readonly string[], title: string): Html {
  const [size, gap, first] = [60, 58, 48];
  const height = first + channels.length * (gap + size) + 2;
  const start = box({ x: 0, y: 1, width: 170, height: first, label: request, kind: 'outside' });
  const stages = channels.map((channel, at) => {
    const y = first + gap + at * (gap + size);
    return html`${box({ x: 0, y, width: 170, height: size, label: channel, note: `stage ${at + 1}`, kind: 'stage' })}
${arrow(`M85 ${y - gap + 6}V${y - 6}`)}${at === 0 ? undefined : words(96, y - gap / 2 - 3, ['UNDELIVERED', 'or TTL'], 'start')}
${arrow(`M174 ${y + size / 2}H252`, 'callback')}${words(212, y + size / 2 - 8, ['status'])}`;
  });
  const end = html`<g class="outside"><rect x="258" y="1" width="60" height="${height - 2}" rx="9"/><text transform="translate(293 ${height / 2}) rotate(-90)">${receiver}</text></g>`;
  return drawing({ id: 'down', title, width: 320, height, kind: 'down', content: [start, ...stages, end] });
}
