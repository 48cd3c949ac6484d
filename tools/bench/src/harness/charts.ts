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

const barSize = { width: 860, row: 26, title: 40, right: 110, perCharacter: 6.9 } as const;

/** Horizontal bars, one panel below the other, as SVG that is legible on light and dark pages. */
export function barChart(panels: readonly BarPanel[]): string {
  const labels = panels.flatMap(({ bars }) => bars.map(({ label }) => label.length));
  const left = Math.round(30 + Math.max(0, ...labels) * barSize.perCharacter);
  let offset = 0;
  const drawn = panels.map((panel) => {
    const from = offset;
    offset += barSize.title + panel.bars.length * barSize.row + 14;
    return drawBars(panel, from, left);
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${barSize.width} ${offset}" font-family="system-ui, sans-serif" font-size="13" fill="#445">
<rect width="100%" height="100%" fill="#fff"/>
${drawn.join('\n')}
</svg>
`;
}

function drawBars({ title, bars, mark }: BarPanel, offset: number, left: number): string {
  const most = Math.max(1e-9, mark ?? 0, ...bars.map(({ value }) => value));
  const width = (value: number) => Math.max(1, (value / most) * (barSize.width - left - barSize.right));
  const rows = bars.map(({ label, value, text, isOurs }, index) => {
    const y = barSize.title + index * barSize.row;
    return `<text x="${left - 10}" y="${y + 15}" text-anchor="end">${escapeText(label)}</text><rect x="${left}" y="${y + 2}" width="${width(value).toFixed(1)}" height="18" fill="${isOurs ? '#0b57c2' : '#9aa5b8'}"/><text x="${(left + width(value) + 8).toFixed(1)}" y="${y + 15}" fill="#223" paint-order="stroke" stroke="#fff" stroke-width="4">${escapeText(text)}</text>`;
  });
  const line =
    mark === undefined
      ? ''
      : `<path d="M${(left + width(mark)).toFixed(1)} ${barSize.title - 4}V${barSize.title + bars.length * barSize.row}" stroke="#c22" stroke-dasharray="3 3"/>`;
  return `<g transform="translate(0 ${offset})">
<text x="16" y="26" font-size="15" font-weight="600" fill="#223">${escapeText(title)}</text>
${line}
${rows.join('\n')}
</g>`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
const lineSize = { width: 760, height: 200, left: 70, bottom: 30, top: 36, right: 20 } as const;
const ticks = [0, 0.25, 0.5, 0.75, 1];

/** A line of a chart, by its title; it passes over a sample without a number. */
type Lines<Sample> = Readonly<Record<string, (sample: Sample) => number | null | undefined>>;

/**
 * Line charts of the same samples, one below the other, with axes from zero, as SVG that is legible on light and dark pages.
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
    const points = samples.flatMap((sample, at) => {
      const y = of(sample) ?? Number.NaN;
      return Number.isNaN(y) ? [] : [{ x: x(sample, at), y }];
    });
    return drawLine({ title, points }, index * lineSize.height, maxX);
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${lineSize.width} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#667">
<rect width="100%" height="100%" fill="#fff"/>
${panels.join('\n')}
<text x="${lineSize.width / 2}" y="${height - 8}" text-anchor="middle">${xLabel}</text>
</svg>
`;
}

interface Line {
  readonly title: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

function drawLine({ title, points }: Line, offset: number, maxX: number): string {
  const maxY = Math.max(1, ...points.map(({ y }) => y));
  const px = (x: number) => lineSize.left + (x / maxX) * (lineSize.width - lineSize.left - lineSize.right);
  const py = (y: number) =>
    lineSize.height - lineSize.bottom - (y / maxY) * (lineSize.height - lineSize.bottom - lineSize.top);
  const path = points
    .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${px(x).toFixed(1)} ${py(y).toFixed(1)}`)
    .join(' ');
  const grid = ticks.map(
    (t) =>
      `<path d="M${lineSize.left} ${py(t * maxY)}H${lineSize.width - lineSize.right}" stroke="#dde"/><text x="${lineSize.left - 8}" y="${py(t * maxY) + 4}" text-anchor="end">${Math.round(t * maxY)}</text><text x="${px(t * maxX)}" y="${lineSize.height - lineSize.bottom + 18}" text-anchor="middle">${Math.round(t * maxX)}</text>`,
  );
  return `<g transform="translate(0 ${offset})">
<text x="${lineSize.left}" y="22" font-size="14" fill="#223">${title}</text>
${grid.join('\n')}
<path d="${path}" fill="none" stroke="#0b57c2" stroke-width="2"/>
</g>`;
}

const loadSize = { width: 760, left: 70, right: 190, top: 40, height: 220, gap: 40 } as const;
const colours = ['#0b57c2', '#b3261e', '#1b7f4b', '#8a5a00', '#6b3fa0'] as const;

export interface LoadPanel {
  readonly title: string;
  /** By resource: its utilisation, from 0 to 1, at each load. */
  readonly series: Readonly<Record<string, readonly number[]>>;
}

/**
 * Utilisation of each resource over the load, in multiples of today's, on a logarithmic axis; one panel a
 * scenario.
 */
export function loadChart(loads: readonly number[], panels: readonly LoadPanel[]): string {
  const height = panels.length * (loadSize.height + loadSize.gap) + 40;
  const maxLog = Math.log10(loads.at(-1) ?? 10);
  const px = (load: number) =>
    loadSize.left + (Math.log10(load) / maxLog) * (loadSize.width - loadSize.left - loadSize.right);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${loadSize.width} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#667">
<rect width="100%" height="100%" fill="#fff"/>
${panels.map((panel, index) => drawLoads(panel, index * (loadSize.height + loadSize.gap), loads, px)).join('\n')}
<text x="${px(loads[0] ?? 1)}" y="${height - 8}">load, as multiples of today's</text>
</svg>
`;
}

function drawLoads(
  { title, series }: LoadPanel,
  offset: number,
  loads: readonly number[],
  px: (load: number) => number,
): string {
  const bottom = loadSize.height;
  const py = (share: number) => bottom - Math.min(1, share) * (bottom - loadSize.top);
  const grid = [0, 0.5, 1].map(
    (share) =>
      `<path d="M${loadSize.left} ${py(share)}H${loadSize.width - loadSize.right}" stroke="#dde"/><text x="${loadSize.left - 8}" y="${py(share) + 4}" text-anchor="end">${share * 100} %</text>`,
  );
  const ticks = loads
    .filter((load) => Number.isInteger(Math.log10(load)))
    .map((load) => `<text x="${px(load)}" y="${bottom + 18}" text-anchor="middle">${load}×</text>`);
  const lines = Object.entries(series).map(([name, shares], index) => {
    const colour = colours[index % colours.length];
    const path = shares.map(
      (share, n) => `${n === 0 ? 'M' : 'L'}${px(loads[n] ?? 1).toFixed(1)} ${py(share).toFixed(1)}`,
    );
    const legend = `<text x="${loadSize.width - loadSize.right + 14}" y="${loadSize.top + 10 + index * 18}" fill="${colour}">${name}</text>`;
    return `<path d="${path.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>${legend}`;
  });
  return `<g transform="translate(0 ${offset})">
<text x="${loadSize.left}" y="22" font-size="14" fill="#223">${title}</text>
${[...grid, ...ticks, ...lines].join('\n')}
</g>`;
}
