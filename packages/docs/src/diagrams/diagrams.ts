import { type Html, html } from '../tree/html.ts';

/** A box with a label, and a smaller line below it. Lengths are pixels. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly label: string;
  readonly note?: string;
  /** Its look: see `diagrams.css`. */
  readonly kind: string;
}

/** A box; its text is centred. */
function box({ x, y, width, height, label, note, kind }: Box): Html {
  const middle = x + width / 2;
  const at = y + height / 2 + (note === undefined ? 5 : -3);
  const below =
    note === undefined ? undefined : html`<text class="note" x="${middle}" y="${at + 18}">${note}</text>`;
  return html`<g class="${kind}"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="9"/><text x="${middle}" y="${at}">${label}</text>${below}</g>`;
}

/** An arrow along an SVG path. */
function arrow(path: string, kind = ''): Html {
  return html`<path class="arrow ${kind}" d="${path}"/>`;
}

/** Words beside an arrow, a line each. */
function words(x: number, y: number, lines: readonly string[], anchor = 'middle'): Html {
  return html`${lines.map((line, at) => html`<text class="note" text-anchor="${anchor}" x="${x}" y="${y + 16 * at}">${line}</text>`)}`;
}

/** A drawing with what it shows in words. `id` is unique on its page. */
interface Drawing {
  readonly id: string;
  readonly title: string;
  readonly width: number;
  readonly height: number;
  /** A class besides `diagram`. */
  readonly kind?: string;
  /** Whether parts of it are links. */
  readonly hasLinks?: boolean;
  readonly content: readonly Html[];
}

/** The SVG element; it shrinks with the page. */
function drawing({ id, title, width, height, kind, hasLinks = false, content }: Drawing): Html {
  return html`<svg class="diagram${kind === undefined ? '' : ` ${kind}`}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="${hasLinks ? 'group' : 'img'}" aria-labelledby="${id}-title">
<title id="${id}-title">${title}</title>
<defs><marker id="${id}-tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>
<g marker-end="url(#${id}-tip)">${content}</g>
</svg>`;
}

const request = 'Your request';
const receiver = 'Your receiver';

/**
 * One stage per channel, what leads to the next stage (ADR-0019), and the callbacks. It is drawn twice, from
 * left to right and, for telephones, from top to bottom; the styles show one of both.
 */
export function cascadeDiagram(channels: readonly string[]): Html {
  const title = `The stages ${channels.join(', ')}: UNDELIVERED or an expired TTL leads to the next stage, DELIVERED ends the cascade. Callbacks report each status change.`;
  return html`<div class="cascade-diagram assumed">${across(channels, title)}${down(channels, title)}</div>`;
}

function across(channels: readonly string[], title: string): Html {
  const size = 132;
  const gap = 116;
  const first = 140;
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
  const size = 60;
  const gap = 58;
  const first = 48;
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

/** A problem that a check answers with. */
interface Answer {
  readonly status: number;
  readonly provenance: 'documented' | 'assumed';
}

/** A check in the order of §4.1. */
interface Check {
  readonly label: string;
  /** The anchor of its text on the page. */
  readonly anchor: string;
  /** One for each code. */
  readonly answers: readonly Answer[];
}

const step = 74;
const size = 46;

/** The checks from top to bottom. Each one passes to the next, or leaves with an answer. */
export function rulesDiagram(checks: readonly Check[], scheduled: string): Html {
  const rows = checks.map(({ label, anchor, answers }, at) => {
    const y = 2 + at * step;
    return html`<a href="#${anchor}">${box({ x: 2, y, width: 150, height: size, label, kind: 'stage' })}</a>
${arrow(`M156 ${y + size / 2}H204`)}${arrow(`M77 ${y + size + 3}V${y + step - 5}`)}
${failing(answers, y)}`;
  });
  const end = box({
    x: 2,
    y: 2 + checks.length * step,
    width: 150,
    height: size,
    label: scheduled,
    kind: 'passes',
  });
  const title = `Checks in order: ${checks.map(({ label }) => label).join(', ')}. The first failed check decides the response; if all pass, the message is scheduled.`;
  return drawing({
    id: 'rules',
    title,
    width: 380,
    height: checks.length * step + size + 4,
    hasLinks: true,
    content: [...rows, end],
  });
}

/** The box of what a check answers with; *Hide assumptions* shows the documented answers in its place. */
function failing(answers: readonly Answer[], y: number): Html {
  const documented = answers.filter(({ provenance }) => provenance === 'documented');
  const boxOf = (shown: readonly Answer[]) => {
    const label = inShort(shown.map(({ status }) => status));
    const note = `${shown.length} ${shown.length === 1 ? 'code' : 'codes'}`;
    return box({ x: 210, y, width: 168, height: size, label, note, kind: 'fails' });
  };
  if (documented.length === answers.length) return boxOf(answers);
  return html`<g class="with-assumed">${boxOf(answers)}</g><g class="without-assumed">${boxOf(documented)}</g>`;
}

/** Each status once, in the order in which they are found; the lowest and the highest of many. */
function inShort(statuses: readonly number[]): string {
  const each = [...new Set(statuses)];
  return each.length > 4 ? `${Math.min(...each)} to ${Math.max(...each)}` : each.join(' · ');
}
