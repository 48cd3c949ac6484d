/** Charts that GitHub draws from Markdown, by Mermaid. */

interface Bars {
  readonly title: string;
  readonly unit: string;
  /** Values by what they are of. */
  readonly bars: readonly (readonly [label: string, value: number])[];
}

/** Horizontal bars from zero. */
export function barChart({ title, unit, bars }: Bars): string {
  const values = bars.map(([, value]) => value);
  return chart({ width: 900, height: 120 + 24 * bars.length }, [
    'xychart-beta horizontal',
    `    title ${quoted(title)}`,
    `    x-axis [${bars.map(([label]) => quoted(label)).join(', ')}]`,
    yAxis(unit, values),
    `    bar [${values.join(', ')}]`,
  ]);
}

interface Line {
  readonly title: string;
  readonly unit: string;
  /** What the points are at. */
  readonly xName: string;
  readonly points: readonly Point[];
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A line from zero. Points that are not evenly spaced are drawn as if they were, each with its place. */
export function lineChart({ title, unit, xName, points }: Line): string {
  const values = points.map(({ y }) => y);
  return chart({ width: 900, height: 260 }, [
    'xychart-beta',
    `    title ${quoted(title)}`,
    `    x-axis ${quoted(xName)} ${placesOf(points)}`,
    yAxis(unit, values),
    `    line [${values.join(', ')}]`,
  ]);
}

/** A scale of numbers, or each place by its name. */
function placesOf(points: readonly Point[]): string {
  const places = points.map(({ x }) => x);
  const [first = 0, second = 0] = places;
  const isEven = places.every((x, at) => x === first + at * (second - first));
  return isEven
    ? `${first} --> ${places.at(-1) ?? 1}`
    : `[${places.map((x) => quoted(String(x))).join(', ')}]`;
}

function yAxis(unit: string, values: readonly number[]): string {
  return `    y-axis ${quoted(unit)} 0 --> ${Math.max(1, ...values.map(Math.ceil))}`;
}

/** Mermaid ends a text at its quotation mark, and has no escape for it. */
function quoted(text: string): string {
  return `"${text.replaceAll('"', "'")}"`;
}

function chart(size: Readonly<Record<'width' | 'height', number>>, lines: readonly string[]): string {
  const look = { xyChart: size, themeVariables: { xyChart: { plotColorPalette: '#0b57c2' } } };
  return ['```mermaid', `%%{init: ${JSON.stringify(look)}}%%`, ...lines, '```'].join('\n');
}
