import type { FormTemplate } from '../../src/console/page-protocol.ts';
import { element, show, write } from './elements.ts';

const choice = element('template', HTMLSelectElement);
const find = element('find', HTMLInputElement);
const mostShown = 8;

/**
 * The examples of the page: the first one at once, the others as soon as they are loaded. `choose` is called
 * with the name of each that the reader chooses.
 */
export function createExamples(first: FormTemplate, choose: (name: string) => void) {
  let all: readonly FormTemplate[] = [first];
  let selected: string | undefined = first.name;

  /** Lists the examples that have every word of the search, in their groups; all of them if it is empty. */
  function search(): void {
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    const hits = new Set(all.filter((one) => hasWords(one, words)).map(({ name }) => name));
    showHits(hits);
    const isSearch = words.length > 0;
    choice.size = isSearch ? Math.max(2, Math.min(mostShown, hits.size + 1)) : 1;
    write('found', `${hits.size} of ${all.length} examples`);
    show('found', isSearch);
  }

  /** Ends a search: the list is as long as a line again. */
  function endSearch(): void {
    find.value = '';
    search();
  }

  choice.addEventListener('change', () => {
    choose(choice.value);
    if (find.value !== '') endSearch();
  });
  find.addEventListener('input', search);
  find.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && find.value !== '') {
      event.preventDefault();
      endSearch();
    }
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const hit = firstHit();
    if (hit === undefined) return;
    endSearch();
    choose(hit);
  });

  return {
    find: (name: string) => all.find((one) => one.name === name),
    chosen: () => all.find(({ name }) => name === choice.value),
    /** Marks an example as chosen; none if the name is undefined or unknown. */
    select(name: string | undefined) {
      selected = name;
      choice.value = name ?? '';
    },
    /** Disables, with the reason, what the target cannot show. */
    offer(answersOnDemand: boolean) {
      for (const option of choice.options) {
        const { label = '', needs } = all.find(({ name }) => name === option.value) ?? {};
        if (needs !== 'answer on demand') continue;
        option.disabled = !answersOnDemand;
        option.textContent = option.disabled
          ? `${label} (not here: only the mock does so on request)`
          : label;
      }
    },
    /** Adds the others. */
    fill(loaded: readonly FormTemplate[]) {
      all = loaded;
      choice.replaceChildren(...[...Map.groupBy(all, ({ group }) => group)].map(groupOf));
      choice.value = selected ?? '';
    },
  };
}

function showHits(hits: ReadonlySet<string>): void {
  for (const option of choice.options) option.hidden = !hits.has(option.value);
  for (const group of choice.querySelectorAll('optgroup'))
    group.hidden = [...group.children].every((option) => option instanceof HTMLElement && option.hidden);
}

/** The first hit that the target can show. */
function firstHit(): string | undefined {
  return [...choice.options].find(({ hidden, disabled }) => !hidden && !disabled)?.value;
}

function hasWords({ name, group, label, draft }: FormTemplate, words: readonly string[]): boolean {
  const text = `${name} ${group} ${label} ${draft.path}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

function groupOf([label, members]: readonly [string, readonly FormTemplate[]]): HTMLOptGroupElement {
  const group = document.createElement('optgroup');
  group.label = label;
  group.classList.toggle(
    'assumed',
    members.every(({ isAssumed }) => isAssumed === true),
  );
  const options = members.map((member) => {
    const option = new Option(member.label, member.name);
    option.classList.toggle('assumed', member.isAssumed === true);
    return option;
  });
  group.append(...options);
  return group;
}
