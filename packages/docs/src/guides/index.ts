/** The integration guides, rendered from packages/docs/guides. */
export { type Guide, loadGuides } from './load-guides.ts';
