import type { PreflightOptions } from '@cascade/client/preflight';
import { draftOf, jsonOf, sampleRequestOf } from '../../src/console/draft.ts';
import { readFragment } from '../../src/console/link.ts';
import type { ConsoleSettings, PageData } from '../../src/console/page-protocol.ts';
import { compare, judge, type Verdict } from '../../src/console/verdict.ts';
import { isObject } from '../../src/objects.ts';
import { samplesOf } from '../../src/samples/index.ts';
import { readAnswer } from './answer.ts';
import { element, show, write } from './elements.ts';
import { forgetMine, showEvents } from './events.ts';
import { fillIn, readDraft, renewMessage } from './form.ts';
import { listCascades, loadSettings, send, setCallback } from './provider.ts';
import { describeVerdict } from './verdict-words.ts';

const { templates, cascades: sampleCascades }: PageData = JSON.parse(
  element('data', HTMLElement).textContent ?? '{}',
);
const sampleKeys = new Set(templates.map(({ draft }) => draft.key));
const targetChoice = element('target', HTMLSelectElement);
const templateChoice = element('template', HTMLSelectElement);
const listening = element('listen', HTMLInputElement);
let settings: ConsoleSettings | undefined;
let cascades: PreflightOptions['cascades'] = sampleCascades;
let lastRequestId: unknown;

function currentVerdict(): Verdict {
  return judge(readDraft(), cascades);
}

/** Updates what depends on the form alone: verdict, curl, code. */
function refresh(): void {
  const draft = readDraft();
  const baseUrl = settings?.targets[targetChoice.selectedIndex]?.url ?? 'https://api.example.com';
  const verdict = currentVerdict();
  const place = element('verdict', HTMLElement);
  place.className = `console-verdict ${verdict.kind}`;
  place.textContent = describeVerdict(verdict);
  const [curl, typescript] = samplesOf(sampleRequestOf(draft, baseUrl, sampleKeys.has(draft.key)));
  write('curl', curl?.text ?? '');
  write('client', typescript?.text ?? '');
}

/** Loads the account's cascades from the target; a cascade of the samples with the same id takes precedence. */
async function refreshCascades(): Promise<void> {
  const listed = await listCascades(targetChoice.selectedIndex, readDraft().key).catch(() => undefined);
  cascades = listed?.map((one) => sampleCascades.find(({ id }) => id === one.id) ?? one) ?? sampleCascades;
  refresh();
}

async function sendDraft(): Promise<void> {
  if (settings === undefined) return;
  const draft = readDraft();
  const verdict = currentVerdict();
  const json = jsonOf(draft);
  lastRequestId = 'value' in json && isObject(json.value) ? json.value.requestId : undefined;
  forgetMine();
  const target = targetChoice.selectedIndex;
  write('comparison', 'Sending …');
  const fault = listening.checked ? await setCallback(target, draft.key, settings.callbackUrl) : undefined;
  const answer = await readAnswer(await send(target, draft));
  write('answer', answer.text);
  show('answer', true);
  write('comparison', [compare(verdict, answer.title), fault].filter(Boolean).join(' '));
}

function choose(name: string): void {
  const template = templates.find((one) => one.name === name);
  if (template === undefined) return;
  templateChoice.value = name;
  fillIn(template, sampleKeys);
  refresh();
}

function turnOn({ targets }: ConsoleSettings): void {
  targetChoice.replaceChildren(...targets.map(({ name, url }) => new Option(`${name} (${url})`)));
  for (const id of ['target-label', 'listen-label', 'events-section']) show(id, true);
  show('off', false);
  element('send', HTMLButtonElement).disabled = false;
  showEvents((requestId) => requestId === lastRequestId);
  for (const id of ['target', 'key'])
    element(id, HTMLElement).addEventListener('change', () => void refreshCascades());
}

async function connect(): Promise<void> {
  settings = await loadSettings();
  if (settings === undefined) return;
  turnOn(settings);
  await refreshCascades();
}

element('form', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  sendDraft().catch((error: unknown) => write('comparison', `No answer: ${String(error)}`));
});
element('form', HTMLFormElement).addEventListener('input', refresh);
templateChoice.addEventListener('change', () => choose(templateChoice.value));
element('new-id', HTMLButtonElement).addEventListener('click', () => {
  renewMessage();
  refresh();
});

/** Fills in what the fragment of the address asks for, or else the first template. */
function openLinked(): void {
  const linked = readFragment(location.hash);
  if (typeof linked === 'string') {
    const found = templates.find(({ name }) => name === linked) ?? templates[0];
    choose(found?.name ?? '');
  } else {
    const draft = draftOf(linked);
    fillIn({ draft: sampleKeys.has(draft.key) ? draft : { ...draft, key: '' } }, sampleKeys);
    refresh();
  }
}

openLinked();
addEventListener('hashchange', openLinked);
document.getElementById('console')?.removeAttribute('hidden');
void connect();
