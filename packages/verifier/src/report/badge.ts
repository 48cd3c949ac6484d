import { escapeMarkup } from './escape-markup.ts';
import { saysLittle } from './level.ts';
import type { Report } from './report.ts';

/** What a badge says. */
interface Badge {
  readonly label: string;
  readonly message: string;
  readonly color: keyof typeof colors;
  /** When the run began (RFC 3339), and against what. */
  readonly title: string;
}

// White text keeps a contrast of 4.5 on each of them.
const colors = { green: '#2d7d32', amber: '#8a5a00', red: '#b3261e', grey: '#5f6368' } as const;
const label = 'cascade API';

/** The statement of the report; of a run that ended early, that nothing is known. */
function badgeOf({ verdict, statement, level, interrupted, target, began }: Report): Badge {
  const title = `${target}, ${began.slice(0, 10)}`;
  if (verdict === 'could-not-judge' || interrupted)
    return { label, message: 'not judged', color: 'grey', title };
  const green = saysLittle(level) ? 'amber' : 'green';
  return { label, message: statement.toLowerCase(), color: verdict === 'conformant' ? green : 'red', title };
}

/** The verdict as an SVG badge without scripts, fonts and requests to other addresses. */
export function toBadge(report: Report): string {
  const { label: name, message, color, title } = badgeOf(report);
  const left = widthOf(name);
  const right = widthOf(message);
  const width = left + right;
  const says = escapeMarkup(`${name}: ${message}`);
  const text = (x: number, said: string) => `<text x="${x}" y="14">${escapeMarkup(said)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${says}">
<title>${says} (${escapeMarkup(title)})</title>
<clipPath id="r${width}"><rect width="${width}" height="20" rx="3"/></clipPath>
<g clip-path="url(#r${width})">
<rect width="${left}" height="20" fill="#3c4043"/>
<rect x="${left}" width="${right}" height="20" fill="${colors[color]}"/>
</g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
${text(left / 2, name)}
${text(left + right / 2, message)}
</g>
</svg>
`;
}

/** The same for the endpoint badge of Shields (schemaVersion 1), which draws it itself. */
export function toShields(report: Report): string {
  const { label: name, message, color } = badgeOf(report);
  const isError = color === 'red';
  const badge = { schemaVersion: 1, label: name, message, color: colors[color].slice(1), isError };
  return `${JSON.stringify(badge, undefined, 2)}\n`;
}

/**
 * Pixels of a text in Verdana 11 px with its padding: narrow letters apart, the others by their mean width.
 */
function widthOf(text: string): number {
  const narrow = text.match(/[ ,.fijlrt1I]/g)?.length ?? 0;
  return Math.ceil(narrow * 4.4 + (text.length - narrow) * 7.2) + 12;
}
