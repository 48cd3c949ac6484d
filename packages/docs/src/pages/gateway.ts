import { objectOf, targetOf, valueAt } from '@cascade/contract';
import { signatureOf } from '../callbacks/callback-samples.ts';
import { type Field, placedOperations, readFields } from '../description/read-description.ts';
import type { Page } from '../layout/page.ts';
import { type DescribedAnswer, readAnswers } from '../operations/read-calls.ts';
import { codeBlock } from '../parts/code-block.ts';
import { decisionLinks, provenanceBadge, table } from '../parts/elements.ts';
import { renderInline, renderMarkdown } from '../parts/markdown.ts';
import { type Html, html } from '../tree/html.ts';

/** The protocol of HTTP gateways, for operators who write one. */
export function gatewayPage(description: unknown): Page {
  const fields = readFields(description);
  const operations = placedOperations(description);
  const part = (id: string, schemas: readonly string[]) => {
    const placed = operations.find(({ operation }) => operation.id === id);
    return html`
${renderMarkdown(placed?.operation.description ?? '')}
<h3>Headers</h3>
${headersOf(description, placed?.node.parameters, id !== 'receiveReceipt')}
<h3>Bodies</h3>
${schemas.map((schema) => schemaOf(schema, description, fields))}
<h3>Responses</h3>
${table(['response', 'what it means'], readAnswers(description, objectOf(placed?.node)).map(answerRow))}`;
  };
  return {
    file: 'gateway.html',
    isAssumed: true,
    title: 'Gateway protocol',
    body: html`
<p class="lead">A gateway sends the messages of a channel. The service posts attempts to it, and takes its receipts.</p>
<p>${provenanceBadge('assumed')} All of it is our choice (${decisionLinks(['ADR-0040', 'ADR-0050', 'ADR-0053'])}). The description is
<code>spec/gateway/openapi.yaml</code>, its types are in <code>@cascade/types/gateway</code>, and a working gateway is in
<code>examples/gateway-node</code>.</p>
<p><code>cascade-verify gateway URL</code> judges a gateway: it posts attempts, one by one and at once, repeats them, breaks a connection, and takes the receipts; with
<code>--withdraw URL</code>, it withdraws some.</p>
<h2 id="attempts">Attempts: the service calls the gateway</h2>
${part('sendAttempt', ['Attempt', 'AttemptTaken', 'AttemptRefused'])}
<p>What the service does, by hand:</p>
${codeBlock({ language: 'sh', text: curlOfAttempt(valueAt(description, '/components/examples/attempt/value')) })}
<h2 id="withdrawals">Withdrawals: the service calls the gateway</h2>
${part('withdrawAttempt', ['Withdrawal', 'WithdrawalAnswer'])}
<h2 id="receipts">Receipts: the gateway calls the service</h2>
${part('receiveReceipt', ['Receipt'])}
<h2 id="texts">Texts of subscribers: the service calls the operator</h2>
${part('receiveText', ['SubscriberText', 'TextPart'])}
<h2 id="signature">The signature</h2>
${signature(valueAt(description, '/components/examples/delivered/value'))}`,
  };
}

function headersOf(description: unknown, parameters: unknown, isAuthorized: boolean): Html {
  const authorization = valueAt(description, '/components/securitySchemes/GatewayAuthorization/description');
  const headers = [parameters ?? []].flat().map((parameter) => {
    const { name, description: says, schema } = targetOf(description, parameter);
    return [String(name), html`${inline(says)} ${inline(objectOf(schema).description)}`] as const;
  });
  const all = isAuthorized ? [['authorization', inline(authorization)] as const, ...headers] : headers;
  const rows = all.map(([name, says]) => html`<tr><th scope="row">${name}</th><td>${says}</td></tr>\n`);
  return table(['header', 'description'], rows);
}

const inline = (text: unknown) => renderInline(String(text));

function schemaOf(schema: string, description: unknown, fields: readonly Field[]): Html {
  const rows = fields
    .filter((field) => field.schema === schema)
    .map(
      ({ id, name, required, type, description: says }) =>
        html`<tr id="${id}"><th scope="row">${name}${required ? html` <small>required</small>` : undefined}</th><td>${type}</td><td>${renderInline(says)}</td></tr>\n`,
    );
  const says = valueAt(description, `/components/schemas/${schema}/description`);
  return html`<h4>${schema}</h4>\n<p>${renderInline(String(says))}</p>\n${table(['field', 'type', 'description'], rows)}\n`;
}

function answerRow({ status, description: says }: DescribedAnswer): Html {
  const name = status === 'default' ? 'any other' : status;
  return html`<tr><th scope="row">${name}</th><td>${renderInline(says)}</td></tr>\n`;
}

/** A test vector, and the receipt by hand. */
function signature(example: unknown): Html {
  const id = 'receipt_1';
  const timestamp = '1769771275';
  const body = JSON.stringify(example);
  const secret = `whsec_${Buffer.from('a key for the test vector only').toString('base64')}`;
  const vector = [
    ['secret', secret],
    ['webhook-id', id],
    ['webhook-timestamp', timestamp],
    ['body', body],
    ['webhook-signature', signatureOf(`${id}.${timestamp}.${body}`, secret)],
  ] as const;
  const rows = vector.map(
    ([name, value]) => html`<tr><th scope="row">${name}</th><td><code>${value}</code></td></tr>\n`,
  );
  return html`<p>The scheme is that of callbacks, Standard Webhooks (${decisionLinks(['ADR-0017'])}); libraries exist for most
languages. The text that is signed is <code>{webhook-id}.{webhook-timestamp}.{body}</code>. A test vector:</p>
${table(['part', 'value'], rows)}
<p>The same by hand, with the time of now:</p>
${codeBlock({ language: 'sh', text: curlOfReceipt(body, secret) })}`;
}

function curlOfAttempt(example: unknown): string {
  const attempt = example as { readonly attemptId: string };
  return `curl -i https://gateway.example/send -H 'content-type: application/json' \\
  -H 'authorization: Bearer …' -H 'idempotency-key: ${attempt.attemptId}' \\
  -d '${JSON.stringify(attempt)}'`;
}

function curlOfReceipt(body: string, secret: string): string {
  return `SECRET=${secret}
BODY='${body}'
ID=receipt_$RANDOM AT=$(date +%s)
KEY=$(echo "\${SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
SIGNATURE=$(printf %s "$ID.$AT.$BODY" | openssl dgst -sha256 -mac HMAC -macopt hexkey:$KEY -binary | base64)
curl -i http://127.0.0.1:4013/gateway/receipts -H 'content-type: application/json' \\
  -H "webhook-id: $ID" -H "webhook-timestamp: $AT" -H "webhook-signature: v1,$SIGNATURE" -d "$BODY"`;
}
