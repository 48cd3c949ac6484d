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

/** Bars under a title, from zero. */
export interface BarPanel {
  readonly title: string;
  /** With the text behind it; ours is blue, others are grey. */
  readonly bars: readonly Readonly<{ label: string; value: number; text: string; isOurs?: boolean }>[];
  /** A line across the bars at this value, such as 1 for ratios. */
  readonly mark?: number;
}

const barSize = { width: 860, row: 26, title: 40, right: 110, perCharacter: 6.9 } as const;

/** Horizontal bars. */
export function barChart(panels: readonly BarPanel[]): string {
  const labels = panels.flatMap(({ bars }) => bars.map(({ label }) => label.length));
  const left = Math.round(30 + Math.max(0, ...labels) * barSize.perCharacter);
  let offset = 0;
  const drawn = panels.map((panel) => {
    const from = offset;
    offset += barSize.title + panel.bars.length * barSize.row + 14;
    return drawBars(panel, from, left);
  });
  return svg([barSize.width, offset], 'font-size="13" fill="#445"', drawn);
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
  const drawn = panels.map((panel, at) => drawLoads(panel, at * (loadSize.height + loadSize.gap), loads, px));
  const below = `<text x="${px(loads[0] ?? 1)}" y="${height - 8}">load, as multiples of today's</text>`;
  return svg([loadSize.width, height], 'font-size="12" fill="#667"', [...drawn, below]);
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
    const colour = colours[index % colours.length] ?? '';
    const points = shares.map((share, n) => [px(loads[n] ?? 1), py(share)] as const);
    const legend = `<text x="${loadSize.width - loadSize.right + 14}" y="${loadSize.top + 10 + index * 18}" fill="${colour}">${name}</text>`;
    return pathOf(points, colour) + legend;
  });
  return `<g transform="translate(0 ${offset})">
<text x="${loadSize.left}" y="22" font-size="14" fill="#223">${title}</text>
${[...grid, ...ticks, ...lines].join('\n')}
</g>`;
}
