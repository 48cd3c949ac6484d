/** Panels one below the other, as SVG that is legible on light and dark pages. */
function svg([width, height]: readonly [number, number], style: string, panels: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" ${style}>
<rect width="100%" height="100%" fill="#fff"/>
${panels.join('\n')}
</svg>
`;
}

/** A line through points, in pixels. */
function pathOf(points: readonly (readonly [x: number, y: number])[], colour: string): string {
  const steps = points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`);
  return `<path d="${steps.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`;
}

const lineSize = { width: 760, height: 200, left: 70, bottom: 30, top: 36, right: 20 } as const;
const ticks = [0, 0.25, 0.5, 0.75, 1];

/** A line of a chart, by its title; it passes over a sample without a number. */
type Lines<Sample> = Readonly<Record<string, (sample: Sample) => number | null | undefined>>;

/**
 * Lines of the same samples, each in a panel with axes from zero.
 * @param x Where a sample is; its number if absent.
 */
export function lineChart<Sample>(
  xLabel: string,
  samples: readonly Sample[],
  lines: Lines<Sample>,
  x = (_: Sample, at: number) => at,
): string {
  const height = Object.keys(lines).length * lineSize.height + 24;
  const maxX = Math.max(1, ...samples.map(x));
  const panels = Object.entries(lines).map(([title, of], index) => {
    const points = samples.flatMap((sample, at): [number, number][] => {
      const y = of(sample) ?? Number.NaN;
      return Number.isNaN(y) ? [] : [[x(sample, at), y]];
    });
    return drawLine(title, points, index * lineSize.height, maxX);
  });
  const below = `<text x="${lineSize.width / 2}" y="${height - 8}" text-anchor="middle">${xLabel}</text>`;
  return svg([lineSize.width, height], 'font-size="12" fill="#667"', [...panels, below]);
}

function drawLine(
  title: string,
  points: readonly [x: number, y: number][],
  offset: number,
  maxX: number,
): string {
  const maxY = Math.max(1, ...points.map(([, y]) => y));
  const px = (x: number) => lineSize.left + (x / maxX) * (lineSize.width - lineSize.left - lineSize.right);
  const py = (y: number) =>
    lineSize.height - lineSize.bottom - (y / maxY) * (lineSize.height - lineSize.bottom - lineSize.top);
  const grid = ticks.map(
    (t) =>
      `<path d="M${lineSize.left} ${py(t * maxY)}H${lineSize.width - lineSize.right}" stroke="#dde"/><text x="${lineSize.left - 8}" y="${py(t * maxY) + 4}" text-anchor="end">${Math.round(t * maxY)}</text><text x="${px(t * maxX)}" y="${lineSize.height - lineSize.bottom + 18}" text-anchor="middle">${Math.round(t * maxX)}</text>`,
  );
  return `<g transform="translate(0 ${offset})">
<text x="${lineSize.left}" y="22" font-size="14" fill="#223">${title}</text>
${grid.join('\n')}
${pathOf(
  points.map(([x, y]) => [px(x), py(y)]),
  '#0b57c2',
)}
</g>`;
}
