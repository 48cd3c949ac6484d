import type { PreflightOptions } from '@cascade/client/preflight';
import type { CreatedAccount } from '@cascade/mock/control';
import { draftOf, sampleRequestOf } from '../../src/console/draft.ts';
import { readFragment } from '../../src/console/link.ts';
import type {
  ConsoleSettings,
  ConsoleTarget,
  FormTemplate,
  PageData,
} from '../../src/console/page-protocol.ts';
import type { SentRequest } from '../../src/console/sent-requests.ts';
import { type DraftVerdict, judgeDraft } from '../../src/console/verdict.ts';
import { samplesOf } from '../../src/samples/index.ts';
import { showCallbacks } from './callbacks.ts';
import { ControlPanel } from './control.ts';
import { element, show, write } from './elements.ts';
import { bringBack, fillForm, readDraft, renewMessage, requestIdIn } from './form.ts';
import { answersOnDemand, createListening, listCascades, loadSettings } from './provider.ts';
import { type CodePage, listSent, type Parts, sendOrder, showAnswer } from './sending.ts';

/** A verdict in words. */
function describeVerdict(verdict: DraftVerdict): string {
  switch (verdict.kind) {
    case 'passes':
      return '✓ Preflight finds no problem. Only the provider can check the key, used request ids and money.';
    case 'silent':
      return `– ${verdict.why}`;
    case 'problem': {
      const place = verdict.pointer === undefined ? '' : ` at ${verdict.pointer}`;
      const detail = verdict.detail === undefined ? '' : `. ${verdict.detail}`;
      return `✗ ${verdict.status} ${verdict.title}${place}${detail}`;
    }
  }
}

const {
  templates,
  cascades: sampleCascades,
  codePages,
  callbackSecret,
}: PageData = JSON.parse(element('data', HTMLElement).textContent ?? '{}');
const sampleKeys = new Set(templates.map(({ draft }) => draft.key));
const targetChoice = element('target', HTMLSelectElement);
const templateChoice = element('template', HTMLSelectElement);
const sentList = listSent(sampleKeys, showAgain);
let targets: readonly ConsoleTarget[] = [];
/** By target; unknown targets count as providers that do not. */
let onDemand: readonly boolean[] = [];
let parts: Parts | undefined;
let cascades: PreflightOptions['cascades'] = sampleCascades;
let isSending = false;

function currentVerdict(): DraftVerdict {
  return judgeDraft(readDraft(), cascades);
}

/** Updates what depends on the form alone: verdict and code. */
function refresh(): void {
  const draft = readDraft();
  const baseUrl = targets[targetChoice.selectedIndex]?.url ?? 'https://api.example.com';
  const verdict = currentVerdict();
  const place = element('verdict', HTMLElement);
  place.className = `console-verdict ${verdict.kind}`;
  place.textContent = describeVerdict(verdict);
  const requestId = requestIdIn(draft.body);
  for (const { label, text } of samplesOf(sampleRequestOf(draft, baseUrl, sampleKeys.has(draft.key)))) {
    write(`code-${label}`, text);
    // A copy has another id: that of the form is used as soon as it is sent.
    const figure = element(`code-${label}`, HTMLElement).closest('figure');
    if (figure === null) continue;
    if (requestId === undefined) delete figure.dataset.requestId;
    else figure.dataset.requestId = requestId;
  }
}

/**
 * Loads the account's cascades from the target; a cascade of the samples with the same id takes precedence.
 */
async function refreshCascades(): Promise<void> {
  const listed = await listCascades(targetChoice.selectedIndex, readDraft().key).catch(() => undefined);
  cascades = listed?.map((one) => sampleCascades.find(({ id }) => id === one.id) ?? one) ?? sampleCascades;
  refresh();
}

/** Sends what the form shows. A second click while the request is under way is ignored. */
async function submit(): Promise<void> {
  const index = targetChoice.selectedIndex;
  const target = targets[index];
  if (parts === undefined || target === undefined || isSending) return;
  isSending = true;
  const isSentBefore = chosenTemplate()?.sentBefore === true;
  await sendOrder({ draft: readDraft(), verdict: currentVerdict(), target, index, isSentBefore }, parts);
  isSending = false;
}

/** Shows a request of this session with its answer and its callbacks. */
function showAgain(request: SentRequest): void {
  const index = targets.findIndex(({ name }) => name === request.target);
  if (index >= 0) targetChoice.selectedIndex = index;
  bringBack(request.draft);
  refresh();
  showAnswer(request.answer, 'The response then.', pageOf(request.title));
  parts?.callbacks.showOf(request.requestId);
}

function pageOf(title: string | undefined): CodePage | undefined {
  const address = title === undefined ? undefined : codePages[title];
  return title === undefined || address === undefined ? undefined : { title, address };
}

function chosenTemplate(): FormTemplate | undefined {
  return templates.find(({ name }) => name === templateChoice.value);
}

/** Fills in a template; chooses a target that can show it. */
function choose(name: string): void {
  const template = templates.find((one) => one.name === name);
  if (template === undefined) return;
  const able = onDemand.indexOf(true);
  if (template.needs === 'answer on demand' && !onDemand[targetChoice.selectedIndex] && able >= 0)
    targetChoice.selectedIndex = able;
  offerTemplates();
  templateChoice.value = name;
  fillForm(template, parts?.callbackUrl);
  refresh();
}

/** Disables, with the reason, what the target cannot show. */
function offerTemplates(): void {
  if (parts === undefined) return;
  for (const { name, label, needs } of templates) {
    const option = [...templateChoice.options].find(({ value }) => value === name);
    if (option === undefined || needs !== 'answer on demand') continue;
    option.disabled = !onDemand[targetChoice.selectedIndex];
    option.textContent = option.disabled ? `${label} (not here: only the mock does so on request)` : label;
  }
}

const find = element('find', HTMLInputElement);
const mostShown = 8;

/** Lists the examples that have every word of the search, in their groups; all of them if it is empty. */
function findTemplates(): void {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  const hits = new Set(
    templates
      .filter(({ name, group, label, draft }) => {
        const text = `${name} ${group} ${label} ${draft.path}`.toLowerCase();
        return words.every((word) => text.includes(word));
      })
      .map(({ name }) => name),
  );
  for (const option of templateChoice.options) option.hidden = !hits.has(option.value);
  for (const group of templateChoice.querySelectorAll('optgroup'))
    group.hidden = [...group.children].every((option) => option instanceof HTMLElement && option.hidden);
  const isSearch = words.length > 0;
  templateChoice.size = isSearch ? Math.max(2, Math.min(mostShown, hits.size + 1)) : 1;
  write('found', `${hits.size} of ${templates.length} examples`);
  show('found', isSearch);
}

/** The first hit that the target can show. */
function firstFound(): string | undefined {
  return [...templateChoice.options].find(({ hidden, disabled }) => !hidden && !disabled)?.value;
}

/** Ends a search: the list is as long as a line again. */
function endSearch(): void {
  find.value = '';
  findTemplates();
}

/** Follows the choice of a target: replaces an example that it cannot show by the first one. */
function changeTarget(): void {
  offerTemplates();
  if (templateChoice.selectedOptions[0]?.disabled) choose(templates[0]?.name ?? '');
  void refreshCascades();
}

function turnOn({ targets: offered, callbackUrl }: ConsoleSettings): void {
  targets = offered;
  targetChoice.replaceChildren(...targets.map(({ name, url }) => new Option(`${name} (${url})`)));
  for (const id of ['target-label', 'listen-label', 'events-section']) show(id, true);
  show('off', false);
  const listening = createListening(sampleKeys);
  parts = { callbackUrl, listening, sentList, pageOf, callbacks: showCallbacks(listening.forget) };
  element('send', HTMLButtonElement).disabled = false;
  const panel = new ControlPanel({
    target: chosenTarget,
    useAccount,
    leaveAccount,
    onReset: listening.forget,
  });
  targetChoice.addEventListener('change', () => {
    panel.changeTarget();
    changeTarget();
  });
  element('key', HTMLElement).addEventListener('change', () => void refreshCascades());
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
  key.value = templates[0]?.draft.key ?? '';
  type(element('secret', HTMLInputElement), callbackSecret);
  key.dispatchEvent(new Event('change'));
}

function type(field: HTMLInputElement, text: string): void {
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

async function connect(): Promise<void> {
  const settings = await loadSettings();
  if (settings === undefined) return;
  const key = templates[0]?.draft.key ?? '';
  onDemand = await Promise.all(
    settings.targets.map((_, index) => answersOnDemand(index, key).catch(() => false)),
  );
  turnOn(settings);
  offerTemplates();
  if (chosenTemplate()?.needs !== undefined) choose(templateChoice.value);
  await refreshCascades();
}

element('form', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  void submit();
});
element('form', HTMLFormElement).addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  void submit();
});
element('form', HTMLFormElement).addEventListener('input', refresh);
templateChoice.addEventListener('change', () => {
  choose(templateChoice.value);
  if (find.value !== '') endSearch();
});
find.addEventListener('input', (event) => {
  event.stopPropagation(); // The request stays as it is.
  findTemplates();
});
find.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') endSearch();
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const first = firstFound();
  if (first === undefined) return;
  endSearch();
  choose(first);
});
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
    templateChoice.selectedIndex = -1;
    fillForm({ draft: draftOf(linked) });
    refresh();
  }
}

openLinked();
addEventListener('hashchange', openLinked);
document.getElementById('console')?.removeAttribute('hidden');
performance.mark('usable');
void connect();
