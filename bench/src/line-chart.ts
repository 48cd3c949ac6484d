const size = { width: 760, height: 200, left: 70, bottom: 30, top: 36, right: 20 } as const;
const ticks = [0, 0.25, 0.5, 0.75, 1];

export interface Line {
  readonly title: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** Line charts, one below the other, with axes from zero, as SVG that is legible on light and dark pages. */
export function lineChart(xLabel: string, lines: readonly Line[]): string {
  const height = lines.length * size.height + 24;
  const maxX = Math.max(1, ...lines.flatMap(({ points }) => points.map(({ x }) => x)));
  const panels = lines.map((line, index) => panel(line, index * size.height, maxX));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#667">
<rect width="100%" height="100%" fill="#fff"/>
${panels.join('\n')}
<text x="${size.width / 2}" y="${height - 8}" text-anchor="middle">${xLabel}</text>
</svg>
`;
}

function panel({ title, points }: Line, offset: number, maxX: number): string {
  const maxY = Math.max(1, ...points.map(({ y }) => y));
  const px = (x: number) => size.left + (x / maxX) * (size.width - size.left - size.right);
  const py = (y: number) => size.height - size.bottom - (y / maxY) * (size.height - size.bottom - size.top);
  const path = points
    .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${px(x).toFixed(1)} ${py(y).toFixed(1)}`)
    .join(' ');
  const grid = ticks.map(
    (t) =>
      `<path d="M${size.left} ${py(t * maxY)}H${size.width - size.right}" stroke="#dde"/><text x="${size.left - 8}" y="${py(t * maxY) + 4}" text-anchor="end">${Math.round(t * maxY)}</text><text x="${px(t * maxX)}" y="${size.height - size.bottom + 18}" text-anchor="middle">${Math.round(t * maxX)}</text>`,
  );
  return `<g transform="translate(0 ${offset})">
<text x="${size.left}" y="22" font-size="14" fill="#223">${title}</text>
${grid.join('\n')}
<path d="${path}" fill="none" stroke="#0b57c2" stroke-width="2"/>
</g>`;
}
