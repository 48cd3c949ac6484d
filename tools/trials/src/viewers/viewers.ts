/** A program that shows a description in a browser. */
export interface Viewer {
  readonly name: string;
  /** Its package in the registry, at one version. */
  readonly archive: string;
  readonly version: string;
  readonly shows: 'OpenAPI' | 'AsyncAPI';
  /** The body of a page that shows the description at this address; `package/` holds the files of the package. */
  body(description: string): string;
  /** The part of the address that leads to an operation, for viewers that show one at a time. */
  placeOf?(operation: Shown): string;
}

/** An operation, webhook or message, and the texts that a reader must find on the page. */
export interface Shown {
  readonly id: string;
  readonly tag: string;
  readonly kind: 'operation' | 'webhook' | 'message';
  /** Of an operation its method and path, of a webhook its method and name: `POST/api/cascade/schedule`. */
  readonly place: string;
  readonly texts: readonly string[];
}

const settings = (value: object) => JSON.stringify(value);

/** The name of a webhook as Scalar writes it. */
const nameIn = (place: string) => place.slice(place.indexOf('/') + 1).toLowerCase();

const scalar: Viewer = {
  name: 'Scalar',
  archive: '@scalar/api-reference',
  version: '1.72.1',
  shows: 'OpenAPI',
  body: (url) => `<div id="app"></div><script src="package/dist/browser/standalone.js"></script>
<script>Scalar.createApiReference('#app', ${settings({ url, withDefaultFonts: false, telemetry: false })})</script>`,
  placeOf: ({ tag, kind, place }) =>
    `#tag/${tag.toLowerCase()}/${kind === 'webhook' ? `webhook/POST/${nameIn(place)}` : place}`,
};

const swaggerUi: Viewer = {
  name: 'Swagger UI',
  archive: 'swagger-ui-dist',
  version: '5.35.0',
  shows: 'OpenAPI',
  body: (url) => `<link rel="stylesheet" href="package/swagger-ui.css"><div id="app"></div>
<script src="package/swagger-ui-bundle.js"></script>
<script>SwaggerUIBundle(${settings({ url, dom_id: '#app', docExpansion: 'full', validatorUrl: null })})</script>`,
};

const elements: Viewer = {
  name: 'Stoplight Elements',
  archive: '@stoplight/elements',
  version: '9.0.25',
  shows: 'OpenAPI',
  body: (url) => `<link rel="stylesheet" href="package/styles.min.css">
<script src="package/web-components.min.js"></script>
<elements-api apiDescriptionUrl="${url}" router="hash" layout="sidebar" hideTryIt="true"></elements-api>`,
  placeOf: ({ id, kind }) => (kind === 'webhook' ? '#/webhooks/receiveMessageStatus' : `#/operations/${id}`),
};

const redoc: Viewer = {
  name: 'Redoc',
  archive: 'redoc',
  version: '3.0.1',
  shows: 'OpenAPI',
  body: (url) => `<redoc spec-url="${url}"></redoc>
<script type="module" src="package/bundles/redoc.standalone.js"></script>`,
  placeOf: ({ tag, id }) => `#/${tag.toLowerCase()}/${id.toLowerCase()}`,
};

const asyncapi: Viewer = {
  name: 'AsyncAPI React component',
  archive: '@asyncapi/react-component',
  version: '3.2.1',
  shows: 'AsyncAPI',
  body: (url) => `<link rel="stylesheet" href="package/styles/default.min.css"><div id="app"></div>
<script src="package/browser/standalone/index.js"></script>
<script>AsyncApiStandalone.render(${settings({ schema: { url }, config: { expand: { messageExamples: true } } })}, document.getElementById('app'))</script>`,
};

/** The viewers that `npm run viewers` tries. */
export const viewers: readonly Viewer[] = [scalar, swaggerUi, elements, redoc, asyncapi];
