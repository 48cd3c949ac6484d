/** A bar with the text behind it. */
export interface Bar {
  readonly label: string;
  readonly value: number;
  readonly text: string;
  /** Ours is blue, others are grey. */
  readonly isOurs?: boolean;
}

/** Bars under a title, from zero. */
export interface BarPanel {
  readonly title: string;
  readonly bars: readonly Bar[];
  /** A line across the bars at this value, such as 1 for ratios. */
  readonly mark?: number;
}

const size = { width: 860, row: 26, title: 40, right: 110, perCharacter: 6.9 } as const;

/** Horizontal bars, one panel below the other, as SVG that is legible on light and dark pages. */
export function barChart(panels: readonly BarPanel[]): string {
  const labels = panels.flatMap(({ bars }) => bars.map(({ label }) => label.length));
  const left = Math.round(30 + Math.max(0, ...labels) * size.perCharacter);
  let offset = 0;
  const drawn = panels.map((panel) => {
    const from = offset;
    offset += size.title + panel.bars.length * size.row + 14;
    return drawPanel(panel, from, left);
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${offset}" font-family="system-ui, sans-serif" font-size="13" fill="#445">
<rect width="100%" height="100%" fill="#fff"/>
${drawn.join('\n')}
</svg>
`;
}

function drawPanel({ title, bars, mark }: BarPanel, offset: number, left: number): string {
  const most = Math.max(1e-9, mark ?? 0, ...bars.map(({ value }) => value));
  const width = (value: number) => Math.max(1, (value / most) * (size.width - left - size.right));
  const rows = bars.map(({ label, value, text, isOurs }, index) => {
    const y = size.title + index * size.row;
    return `<text x="${left - 10}" y="${y + 15}" text-anchor="end">${escapeText(label)}</text><rect x="${left}" y="${y + 2}" width="${width(value).toFixed(1)}" height="18" fill="${isOurs ? '#0b57c2' : '#9aa5b8'}"/><text x="${(left + width(value) + 8).toFixed(1)}" y="${y + 15}" fill="#223" paint-order="stroke" stroke="#fff" stroke-width="4">${escapeText(text)}</text>`;
  });
  const line =
    mark === undefined
      ? ''
      : `<path d="M${(left + width(mark)).toFixed(1)} ${size.title - 4}V${size.title + bars.length * size.row}" stroke="#c22" stroke-dasharray="3 3"/>`;
  return `<g transform="translate(0 ${offset})">
<text x="16" y="26" font-size="15" font-weight="600" fill="#223">${escapeText(title)}</text>
${line}
${rows.join('\n')}
</g>`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
