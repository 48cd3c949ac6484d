/**
 * Shows responses beside the text of an operation: one at a time, by its status, or the error that the reader
 * has in view. The text has all of them, so a narrow page shows them where they are.
 */
export function showResponses(): void {
  const side = document.querySelector('.beside-fixed');
  const entries = [...document.querySelectorAll<HTMLElement>('main [data-status]')].filter(
    (entry) => entry.querySelector('figure.code') !== null,
  );
  const [first] = entries;
  if (side === null || first === undefined) return;
  const panel = document.createElement('section');
  panel.className = 'response';
  panel.ariaLabel = 'Response';
  const show = showIn(panel, entries);
  side.append(panel);
  document.querySelector('.columns')?.classList.add('has-response');
  show(first);
  const follow = () => {
    const inView = entryInView(entries);
    if (inView !== undefined) show(inView);
  };
  let isWaiting = false;
  addEventListener(
    'scroll',
    () => {
      if (isWaiting) return;
      isWaiting = true;
      requestAnimationFrame(() => {
        isWaiting = false;
        follow();
      });
    },
    { passive: true },
  );
  for (const entry of entries) entry.addEventListener('toggle', () => show(entry));
}

/** What shows an entry in the panel; nothing happens if it is shown already. */
function showIn(panel: HTMLElement, entries: readonly HTMLElement[]): (entry: HTMLElement) => void {
  let shown: HTMLElement | undefined;
  const statuses = document.createElement('div');
  statuses.className = 'statuses';
  statuses.append('Response');
  const name = document.createElement('p');
  const body = document.createElement('div');
  body.style.display = 'contents';
  panel.append(statuses, name, body);
  const byStatus = Map.groupBy(entries, ({ dataset }) => dataset.status ?? '');
  const show = (entry: HTMLElement) => {
    if (entry === shown) return;
    shown = entry;
    for (const button of statuses.querySelectorAll('button'))
      button.ariaPressed = String(button.textContent === entry.dataset.status);
    name.replaceChildren(linkTo(entry));
    const figures = [...entry.querySelectorAll(':scope > figure.code')].map((one) => one.cloneNode(true));
    body.replaceChildren(...figures.slice(0, 1));
  };
  for (const [status, [entry]] of byStatus) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = status;
    button.addEventListener('click', () => entry !== undefined && show(entry));
    statuses.append(button);
  }
  return show;
}

function linkTo(entry: HTMLElement): HTMLElement {
  const link = document.createElement('a');
  link.href = `#${entry.id}`;
  link.textContent = entry.querySelector('summary code, h3 a')?.textContent?.trim() ?? entry.id;
  return link;
}

/** The entry nearest to the line at which people read, if one is near it. */
function entryInView(entries: readonly HTMLElement[]): HTMLElement | undefined {
  const line = innerHeight * 0.35;
  const placed = entries
    .filter((entry) => entry.checkVisibility())
    .map((entry) => ({ entry, distance: Math.abs(entry.getBoundingClientRect().top - line) }));
  const [nearest] = placed.toSorted((a, b) => a.distance - b.distance);
  return nearest !== undefined && nearest.distance < innerHeight / 2 ? nearest.entry : undefined;
}
