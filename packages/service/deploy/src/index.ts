/** What trials of the deployment files use. */

export { readAlerts } from './alerts.ts';
export { readPanels } from './dashboard.ts';
export { docker, inspect, logOf, publishedAt, whyNoContainers } from './docker.ts';
export { buildImage, images, root, tryImage } from './try-image.ts';
