const size = { width: 760, left: 70, right: 190, top: 40, height: 220, gap: 40 } as const;
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
  const height = panels.length * (size.height + size.gap) + 40;
  const maxLog = Math.log10(loads.at(-1) ?? 10);
  const px = (load: number) =>
    size.left + (Math.log10(load) / maxLog) * (size.width - size.left - size.right);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#667">
<rect width="100%" height="100%" fill="#fff"/>
${panels.map((panel, index) => drawPanel(panel, index * (size.height + size.gap), loads, px)).join('\n')}
<text x="${px(loads[0] ?? 1)}" y="${height - 8}">load, as multiples of today's</text>
</svg>
`;
}

function drawPanel(
  { title, series }: LoadPanel,
  offset: number,
  loads: readonly number[],
  px: (load: number) => number,
): string {
  const bottom = size.height;
  const py = (share: number) => bottom - Math.min(1, share) * (bottom - size.top);
  const grid = [0, 0.5, 1].map(
    (share) =>
      `<path d="M${size.left} ${py(share)}H${size.width - size.right}" stroke="#dde"/><text x="${size.left - 8}" y="${py(share) + 4}" text-anchor="end">${share * 100} %</text>`,
  );
  const ticks = loads
    .filter((load) => Number.isInteger(Math.log10(load)))
    .map((load) => `<text x="${px(load)}" y="${bottom + 18}" text-anchor="middle">${load}×</text>`);
  const lines = Object.entries(series).map(([name, shares], index) => {
    const colour = colours[index % colours.length];
    const path = shares.map(
      (share, n) => `${n === 0 ? 'M' : 'L'}${px(loads[n] ?? 1).toFixed(1)} ${py(share).toFixed(1)}`,
    );
    const legend = `<text x="${size.width - size.right + 14}" y="${size.top + 10 + index * 18}" fill="${colour}">${name}</text>`;
    return `<path d="${path.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>${legend}`;
  });
  return `<g transform="translate(0 ${offset})">
<text x="${size.left}" y="22" font-size="14" fill="#223">${title}</text>
${[...grid, ...ticks, ...lines].join('\n')}
</g>`;
}
