import type { PreflightOptions } from '@cascade/client/preflight';
import type { CreatedAccount } from '@cascade/mock/control';
import { type Draft, draftOf, type LinkedRequest, sampleRequestOf } from '../../src/console/draft.ts';
import { readFragment } from '../../src/console/link.ts';
import {
  type ConsoleSettings,
  type ConsoleTarget,
  controlScript,
  type FormTemplate,
  type PageData,
  partsScript,
} from '../../src/console/page-protocol.ts';
import type { SentRequest } from '../../src/console/sent-requests.ts';
import { type DraftVerdict, describeVerdict } from '../../src/console/verdict.ts';
import { defined } from '../../src/objects.ts';
import { loadScript } from '../load-script.ts';
import type { ControlPanel } from './control.ts';
import { element, show, write } from './elements.ts';
import { createExamples } from './examples.ts';
import { bringBack, describeHeaders, fillForm, readDraft, renewMessage, requestIdIn } from './form.ts';
import { keepDraft, keptDraft, shareDraft } from './keeping.ts';
import { answersOnDemand, createListening, listCascades, loadSettings } from './provider.ts';
import type { CodePage } from './response-view.ts';
import { createSending } from './sending.ts';
import { listSent } from './sent-list.ts';

declare global {
  var cascadeExamples: readonly FormTemplate[] | undefined;
}

const {
  first,
  sampleKeys: publicKeys,
  cascades: sampleCascades,
  codePages,
  callbackSecret,
}: PageData = JSON.parse(element('data', HTMLElement).textContent ?? '{}');
const sampleKeys = new Set(publicKeys);
/** Read before it is written again. */
const kept = keptDraft();
const targetChoice = element('target', HTMLSelectElement);
const sendButton = element('send', HTMLButtonElement);
const examples = createExamples(first, choose);
const sentList = listSent(sampleKeys, showAgain);
let targets: readonly ConsoleTarget[] = [];
/** By target, once it has answered: whether it answers as `Prefer` asks. */
const onDemand = new Map<number, boolean>();
let callbackUrl: string | undefined;
let sending: ReturnType<typeof createSending> | undefined;
let panel: ControlPanel | undefined;
let cascades: PreflightOptions['cascades'] = sampleCascades;
/** The form as it was filled; the reader has edited what differs. */
let filled: Draft | undefined;

/** Updates what depends on the form alone: verdict, code, and the draft that is kept. */
function refresh(): void {
  const draft = readDraft();
  const parts = globalThis.cascadeParts;
  if (parts !== undefined) {
    showVerdict(parts.judgeDraft(draft, cascades));
    showCode(draft, parts.samplesOf);
  }
  describeHeaders();
  keep(draft);
}

function showVerdict(verdict: DraftVerdict): void {
  const place = element('verdict', HTMLElement);
  const says = describeVerdict(verdict);
  place.className = `console-verdict ${verdict.kind}`;
  // An equal text would be announced again.
  if (place.textContent !== says) place.textContent = says;
  const isFaulty = verdict.kind === 'problem' && verdict.pointer === undefined;
  element('body', HTMLElement).setAttribute('aria-invalid', String(isFaulty));
}

function showCode(draft: Draft, samplesOf: NonNullable<typeof cascadeParts>['samplesOf']): void {
  const baseUrl = targets[targetChoice.selectedIndex]?.url ?? 'https://api.example.com';
  const requestId = requestIdIn(draft.body);
  const request = sampleRequestOf(draft, baseUrl, sampleKeys.has(draft.key));
  for (const { label, text } of samplesOf(request)) {
    write(`code-${label}`, text);
    // A copy has another id: that of the form is used as soon as it is sent.
    const figure = element(`code-${label}`, HTMLElement).closest('figure');
    if (figure === null) continue;
    if (requestId === undefined) delete figure.dataset.requestId;
    else figure.dataset.requestId = requestId;
  }
}

function keep(draft: Draft): void {
  const isEdited = JSON.stringify(draft) !== JSON.stringify(filled);
  const template = examples.chosen()?.name;
  element('reset', HTMLButtonElement).disabled = !isEdited || template === undefined;
  const target = targets[targetChoice.selectedIndex]?.name;
  keepDraft({ draft, isEdited, ...defined({ template, target }) }, sampleKeys);
}

let listings = 0;

/**
 * Loads the account's cascades from the target; a cascade of the samples with the same id takes precedence.
 */
async function refreshCascades(): Promise<void> {
  listings += 1;
  const listing = listings;
  const listed = await listCascades(targetChoice.selectedIndex, readDraft().key).catch(() => undefined);
  // Another target or key may have been chosen meanwhile.
  if (listing !== listings) return;
  cascades = listed?.map((one) => sampleCascades.find(({ id }) => id === one.id) ?? one) ?? sampleCascades;
  refresh();
}

/** Sends what the form shows, unless a request to its target is under way. */
function submit(): void {
  const index = targetChoice.selectedIndex;
  const target = targets[index];
  const draft = readDraft();
  const verdict = globalThis.cascadeParts?.judgeDraft(draft, cascades);
  if (sending === undefined || target === undefined || verdict === undefined || sendButton.disabled) return;
  const isSentBefore = examples.chosen()?.sentBefore === true;
  void sending.send({ draft, verdict, target, index, isSentBefore });
}

/** Shows a request of this session with its answer and its callbacks. */
function showAgain({ target, draft, requestId, answer, facts, status = 0, title }: SentRequest): void {
  const index = targets.findIndex(({ name }) => name === target);
  if (index >= 0 && index !== targetChoice.selectedIndex) {
    targetChoice.selectedIndex = index;
    changeTarget();
  }
  bringBack(draft);
  refresh();
  const isAccepted = status >= 200 && status < 300;
  const shown =
    answer === undefined ? undefined : { text: answer, facts: facts ?? String(status), isAccepted };
  const view = defined({ line: 'The response then.', answer: shown, page: pageOf(title) });
  sending?.showEarlier(targetChoice.selectedIndex, requestId, view);
}

function pageOf(title: string | undefined): CodePage | undefined {
  const address = title === undefined ? undefined : codePages[title];
  return title === undefined || address === undefined ? undefined : { title, address };
}

/** Fills in an example; chooses a target that can show it. */
function choose(name: string): void {
  const template = examples.find(name);
  if (template === undefined) return;
  examples.select(name);
  chooseAbleTarget();
  fill(template);
}

function fill(template: Omit<FormTemplate, 'name' | 'group' | 'label'>): void {
  fillForm(template, callbackUrl);
  filled = readDraft();
  refresh();
}

/** If only some targets can show the example, chooses one of these; until one has answered, nothing is sent. */
function chooseAbleTarget(): void {
  const index = targetChoice.selectedIndex;
  const isPicky = examples.chosen()?.needs === 'answer on demand';
  const able = [...onDemand].find(([, isAble]) => isAble)?.[0];
  if (isPicky && onDemand.get(index) !== true && able !== undefined) {
    targetChoice.selectedIndex = able;
    changeTarget();
  }
  sendButton.disabled =
    sending === undefined || (isPicky && onDemand.size < targets.length && able === undefined);
}

/** Follows the choice of a target. */
function changeTarget(): void {
  panel?.changeTarget();
  examples.offer(onDemand.get(targetChoice.selectedIndex) === true);
  sending?.show(targetChoice.selectedIndex);
  void refreshCascades();
}

function turnOn(settings: ConsoleSettings): void {
  targets = settings.targets;
  callbackUrl = settings.callbackUrl;
  targetChoice.replaceChildren(...targets.map(({ name, url }) => new Option(describeTarget(name, url))));
  targetChoice.disabled = false;
  const before = targets.findIndex(({ name }) => name === kept?.target);
  if (before >= 0) targetChoice.selectedIndex = before;
  const listening = createListening(sampleKeys);
  const callbacks = globalThis.cascadeParts?.showCallbacks(listening.forget);
  if (callbacks === undefined) return;
  const shownTarget = () => targetChoice.selectedIndex;
  sending = createSending({ callbackUrl, listening, sentList, pageOf, callbacks, shownTarget });
  targetChoice.addEventListener('change', () => {
    changeTarget();
    // An example that this target cannot show gives way to the first one.
    if (element('template', HTMLSelectElement).selectedOptions[0]?.disabled) choose(first.name);
  });
  element('key', HTMLElement).addEventListener('change', () => void refreshCascades());
  offerPanel(listening.forget);
}

function describeTarget(name: string, url: string): string {
  const address = url.replace(/^http:\/\//, '');
  return name === address ? name : `${name} · ${address}`;
}

/** The control of the mock is loaded when the reader opens it. */
function offerPanel(onReset: () => void): void {
  const fold = element('control', HTMLDetailsElement);
  show('control', true);
  fold.addEventListener('toggle', async () => {
    if (panel !== undefined || !fold.open) return;
    if (globalThis.cascadeControl === undefined) await loadScript(controlScript);
    panel ??= globalThis.cascadeControl?.({ target: chosenTarget, useAccount, leaveAccount, onReset });
    await panel?.follow();
  });
}

function chosenTarget() {
  const index = targetChoice.selectedIndex;
  const target = targets[index];
  return target && { index, target };
}

/** Sends with the key of an account of the reader, and receives its callbacks, as if it had been typed. */
function useAccount({ key, callbackSecret: secret }: CreatedAccount): void {
  type(element('key', HTMLInputElement), key);
  type(element('secret', HTMLInputElement), secret);
  const listen = element('listen', HTMLInputElement);
  if (!listen.checked) listen.click();
  element('key', HTMLInputElement).dispatchEvent(new Event('change'));
}

/** The key and the secret of the samples, which an example may replace again. */
function leaveAccount(): void {
  const key = element('key', HTMLInputElement);
  type(key, '');
  key.value = first.draft.key;
  type(element('secret', HTMLInputElement), callbackSecret);
  key.dispatchEvent(new Event('change'));
}

function type(field: HTMLInputElement, text: string): void {
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Each target is asked by itself: the page waits for none of them. */
function askTargets(): void {
  for (const index of targets.keys())
    void answersOnDemand(index, first.draft.key)
      .catch(() => false)
      .then((isAble) => {
        onDemand.set(index, isAble);
        if (index === targetChoice.selectedIndex) examples.offer(isAble);
        chooseAbleTarget();
      });
}

/** Fills in what the fragment of the address asks for, or else the first example. */
function openLinked(): void {
  const linked = readFragment(location.hash);
  if (typeof linked === 'string') choose(examples.find(linked)?.name ?? first.name);
  else openRequest(linked);
}

function openRequest(linked: LinkedRequest): void {
  examples.select(undefined);
  const draft = draftOf(linked);
  fill({ draft: linked.keepsKey === true ? { ...draft, key: readDraft().key } : draft });
}

/**
 * What the form had before, or what the address asks for. Returns the name of an example that has to be
 * loaded first.
 */
function openFirst(): string | undefined {
  const linked = readFragment(location.hash);
  if (kept !== undefined && (kept.isEdited || kept.template === undefined)) {
    examples.select(kept.template);
    bringBack(kept.draft);
    refresh();
    return undefined;
  }
  if (kept === undefined && typeof linked !== 'string') openRequest(linked);
  else choose(first.name);
  const asked = kept?.template ?? linked;
  return typeof asked === 'string' && asked !== first.name ? asked : undefined;
}

/** Lets the browser paint, and answer to the reader, between two steps. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

async function start(): Promise<void> {
  const loaded = Promise.all([loadSettings(), loadScript(partsScript)]);
  await nextTask();
  const asked = openFirst();
  performance.mark('usable');
  const [settings] = await loaded;
  await nextTask();
  examples.fill(globalThis.cascadeExamples ?? [first]);
  await nextTask();
  for (const id of ['listen-label', 'events-section']) show(id, settings !== undefined);
  show('off', settings === undefined);
  if (settings !== undefined) turnOn(settings);
  refresh();
  if (asked !== undefined) choose(asked);
  chooseAbleTarget();
  addEventListener('hashchange', openLinked);
  if (settings === undefined) return;
  examples.offer(false);
  askTargets();
  await refreshCascades();
}

const form = element('form', HTMLFormElement);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  submit();
});
element('cancel', HTMLButtonElement).addEventListener('click', ({ detail }) => {
  // The second click of a double click on *Send* is none on *Cancel*.
  if (detail < 2) sending?.cancel(targetChoice.selectedIndex);
});
addEventListener('keydown', (event) => {
  if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return;
  if (event.key === 'Escape') sending?.cancel(targetChoice.selectedIndex);
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  submit();
});
for (const part of [form, element('method', HTMLElement), element('path', HTMLElement)])
  part.addEventListener('input', refresh);
element('new-id', HTMLButtonElement).addEventListener('click', () => {
  renewMessage();
  refresh();
});
element('reset', HTMLButtonElement).addEventListener('click', () =>
  choose(examples.chosen()?.name ?? first.name),
);
element('share', HTMLButtonElement).addEventListener('click', () => void shareDraft(readDraft()));

void start();
