import type { ConsoleSettings } from '../src/console/page-protocol.ts';
import { sampleServers, withRunningServers } from '../src/samples/servers.ts';

/** Names the servers that run in the samples of the page, if the docs server that serves it knows them. */
export async function nameRunningServers(): Promise<void> {
  const codes = [...document.querySelectorAll('main code')].filter(({ textContent }) =>
    Object.values(sampleServers).some((url) => textContent?.includes(url)),
  );
  // The docs server has targets on loopback only.
  if (codes.length === 0 || !/^http:\/\/(?:127\.0\.0\.1|localhost)[:/]/.test(location.href)) return;
  const response = await fetch(`${document.documentElement.dataset.root ?? ''}console/targets.json`);
  if (!response.ok) return;
  const { targets }: ConsoleSettings = await response.json();
  for (const code of codes) {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode } = texts;
      const text = currentNode.textContent ?? '';
      const named = withRunningServers(text, targets);
      if (named !== text) currentNode.textContent = named;
    }
  }
}
