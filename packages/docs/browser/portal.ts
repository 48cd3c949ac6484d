import { listenToCopyButtons } from './copy.ts';
import { loadSearchScript, openSearch } from './open-search.ts';
import { remember } from './remember.ts';
import { nameRunningServers } from './running-servers.ts';
import { listenToTabs, showLastTab } from './tabs.ts';

const root = document.documentElement;

function isDark(): boolean {
  if (root.classList.contains('dark')) return true;
  return !root.classList.contains('light') && matchMedia('(prefers-color-scheme: dark)').matches;
}

function showState(): void {
  const theme = document.querySelector('#theme-switch');
  const other = isDark() ? 'Light theme' : 'Dark theme';
  theme?.setAttribute('aria-label', other);
  theme?.setAttribute('title', other);
  const hidden = root.classList.contains('hide-assumed');
  document.querySelector('#assumed-switch')?.setAttribute('aria-pressed', String(hidden));
}

document.querySelector('#theme-switch')?.addEventListener('click', () => {
  const wanted = isDark() ? 'light' : 'dark';
  root.classList.remove('dark', 'light');
  root.classList.add(wanted);
  remember('redoc.colorMode', wanted);
  showState();
});

function switchAssumed(): void {
  const hidden = root.classList.toggle('hide-assumed');
  remember('cascade.assumed', hidden ? 'hidden' : 'shown');
  showState();
}

const assumedSwitch = document.querySelector<HTMLElement>('#assumed-switch');
assumedSwitch?.addEventListener('click', switchAssumed);
document.querySelector('.assumed-show')?.addEventListener('click', () => {
  switchAssumed();
  assumedSwitch?.focus(); // The button that was clicked is hidden now.
});

document.querySelector('#search-open')?.addEventListener('click', openSearch);
addEventListener('keydown', (event) => {
  const typing =
    event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]');
  const wanted = (event.key === '/' && !typing) || (event.key === 'k' && (event.ctrlKey || event.metaKey));
  if (!wanted || event.altKey) return;
  event.preventDefault();
  openSearch();
});

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', showState);
showState();
listenToTabs();
listenToCopyButtons();
performance.mark('usable');

// What follows needs the content, which the browser has not read yet.
addEventListener('DOMContentLoaded', () => {
  showLastTab();
  if (location.hash === '#search') openSearch();
  if (document.querySelector('#closest') !== null) loadSearchScript();
  // A page whose server is gone keeps the addresses that it has.
  nameRunningServers().catch(() => {});
});
