const size = { width: 760, height: 320, left: 70, bottom: 46, top: 40, right: 20 } as const;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A line over two axes that begin at zero, as SVG that looks right on light and dark pages. */
export function lineChart(title: string, xLabel: string, yLabel: string, points: readonly Point[]): string {
  const maxX = Math.max(1, ...points.map(({ x }) => x));
  const maxY = Math.max(1, ...points.map(({ y }) => y));
  const px = (x: number) => size.left + (x / maxX) * (size.width - size.left - size.right);
  const py = (y: number) => size.height - size.bottom - (y / maxY) * (size.height - size.bottom - size.top);
  const path = points
    .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${px(x).toFixed(1)} ${py(y).toFixed(1)}`)
    .join(' ');
  const ticks = [0, 0.25, 0.5, 0.75, 1];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" font-family="system-ui, sans-serif" font-size="12" fill="#667">
<rect width="100%" height="100%" fill="#fff"/>
<text x="${size.left}" y="22" font-size="14" fill="#223">${title}</text>
${ticks.map((t) => `<path d="M${size.left} ${py(t * maxY)}H${size.width - size.right}" stroke="#dde"/><text x="${size.left - 8}" y="${py(t * maxY) + 4}" text-anchor="end">${Math.round(t * maxY)}</text><text x="${px(t * maxX)}" y="${size.height - size.bottom + 18}" text-anchor="middle">${Math.round(t * maxX)}</text>`).join('\n')}
<text x="${size.width / 2}" y="${size.height - 8}" text-anchor="middle">${xLabel}</text>
<text transform="translate(16 ${size.height / 2}) rotate(-90)" text-anchor="middle">${yLabel}</text>
<path d="${path}" fill="none" stroke="#0b57c2" stroke-width="2"/>
</svg>
`;
}
