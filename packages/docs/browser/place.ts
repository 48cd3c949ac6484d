import { oncePerFrame } from './once-per-frame.ts';

/** Scrolls the list of pages to the current one, and marks in *On this page* where the reader is. */
export function showPlace(): void {
  const pages = document.querySelector('#pages');
  const current = pages?.querySelector<HTMLElement>('[aria-current=page]');
  if (pages !== null && current && current.offsetTop > pages.clientHeight * 0.8)
    pages.scrollTop = current.offsetTop - pages.clientHeight / 2;
  const toc = document.querySelector('.toc');
  const links = [...(toc?.querySelectorAll<HTMLAnchorElement>('a') ?? [])];
  const places = links.flatMap((link) => {
    const target = document.getElementById(link.hash.slice(1));
    return target === null ? [] : [{ link, target }];
  });
  if (toc === null || places.length === 0) return;
  let marked: HTMLAnchorElement | undefined;
  const mark = () => {
    const line = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) + 8;
    const seen = places.filter(({ link }) => link.checkVisibility());
    const { link } = seen.findLast(({ target }) => target.getBoundingClientRect().top <= line) ?? {};
    if (link === marked) return;
    marked?.removeAttribute('aria-current');
    link?.setAttribute('aria-current', 'location');
    marked = link;
    if (link !== undefined && toc.scrollWidth > toc.clientWidth)
      toc.scrollTo({ left: link.offsetLeft - toc.clientWidth / 3 });
  };
  const soon = oncePerFrame(mark);
  addEventListener('scroll', soon, { passive: true });
  soon();
}
