import { oncePerFrame } from './once-per-frame.ts';

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
  // What was opened, or linked, is shown while it is in view.
  let opened: HTMLElement | undefined;
  const open = (entry: HTMLElement | undefined) => {
    if (entry === undefined) return;
    opened = entry;
    show(entry);
  };
  const openLinked = () => open(entries.find(({ id }) => `#${id}` === location.hash));
  const follow = () => {
    if (opened !== undefined && isInView(opened)) return;
    opened = undefined;
    const inView = entryInView(entries);
    if (inView !== undefined) show(inView);
  };
  addEventListener('scroll', oncePerFrame(follow), { passive: true });
  addEventListener('hashchange', openLinked);
  for (const entry of entries) entry.addEventListener('toggle', () => open(entry));
  openLinked();
}

function isInView(entry: HTMLElement): boolean {
  const { top, bottom } = entry.getBoundingClientRect();
  return top < innerHeight && bottom > 0;
}

/** What shows an entry in the panel; nothing happens if it is shown already. */
function showIn(panel: HTMLElement, entries: readonly HTMLElement[]): (entry: HTMLElement) => void {
  let shown: HTMLElement | undefined;
  const statuses = document.createElement('div');
  statuses.className = 'statuses';
  statuses.append('Response');
  const codes = document.createElement('p');
  const body = document.createElement('div');
  body.style.display = 'contents';
  panel.append(statuses, codes, body);
  const byStatus = Map.groupBy(entries, ({ dataset }) => dataset.status ?? '');
  const show = (entry: HTMLElement) => {
    if (entry === shown) return;
    shown = entry;
    for (const button of statuses.querySelectorAll('button'))
      button.ariaPressed = String(button.textContent === entry.dataset.status);
    codes.replaceChildren(...choiceOf(entry, byStatus.get(entry.dataset.status ?? '') ?? [], show));
    const [figure] = entry.querySelectorAll(':scope > figure.code');
    body.replaceChildren(...(figure === undefined ? [] : [figure.cloneNode(true)]));
  };
  for (const [status, [entry]] of [...byStatus].toSorted(([a], [b]) => a.localeCompare(b))) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = status;
    button.addEventListener('click', () => entry !== undefined && show(entry));
    statuses.append(button);
  }
  return show;
}

/** A link to the one error with a status, or a choice of several in the order of the checks. */
function choiceOf(
  shown: HTMLElement,
  alike: readonly HTMLElement[],
  show: (entry: HTMLElement) => void,
): readonly HTMLElement[] {
  if (codeOf(shown) === undefined) return [];
  if (alike.length === 1) {
    const link = document.createElement('a');
    link.href = `#${shown.id}`;
    link.textContent = codeOf(shown) ?? '';
    return [link];
  }
  const choice = document.createElement('select');
  choice.ariaLabel = `Code of ${shown.dataset.status}`;
  for (const entry of alike) choice.add(new Option(codeOf(entry), entry.id, false, entry === shown));
  choice.addEventListener('change', () => {
    const entry = alike.find(({ id }) => id === choice.value);
    if (entry !== undefined) show(entry);
  });
  return [choice];
}

function codeOf(entry: HTMLElement): string | undefined {
  return entry.querySelector('summary code')?.textContent ?? undefined;
}

/** The uppermost entry in view, or what a link has led to. */
function entryInView(entries: readonly HTMLElement[]): HTMLElement | undefined {
  const line = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) + 24;
  const placed = entries
    .filter((entry) => entry.checkVisibility())
    .map((entry) => ({ entry, distance: Math.abs(entry.getBoundingClientRect().top - line) }));
  const [nearest] = placed.toSorted((a, b) => a.distance - b.distance);
  return nearest !== undefined && nearest.distance < innerHeight / 2 ? nearest.entry : undefined;
}
