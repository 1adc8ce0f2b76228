import { expect, type Locator } from '@playwright/test';
import { DRAWING } from './admin-content.ts';
import { expectToast, toast } from './toasts.ts';

/** Each entered word, by the labels that lead to its field. */
export type OwnWords = Map<string, string>;

/** An owner corrects what a form rejects: a field gets the first of these that it accepts. */
const LINES = [
  (count: number) => `zq${count}z`,
  (count: number) => `https://zq${count}z.example/`,
  (count: number) => `zq${count}z@example.com`,
  (count: number) => `+90 232 555 ${1_000 + count}`,
  (count: number) => `#0a5${String(count).padStart(3, '0')}`,
  (count: number) => `X${String.fromCodePoint(65 + (count % 26))}`,
];
const NUMBERS = [
  (count: number) => String(1_801 + count),
  (count: number) => `12.${100 + count}`,
  () => '52',
];
const DAY = '2099-05-17';

const OFF = /Archived|beside the logo|pattern|back office|Map of Ankara|Maintenance mode/;
/** These follow from other fields. */
const LEFT = /Gallery images|Reading time|^Order$|logo (?:width|height)$|one per line$/;

type Entry = { control: Locator; id: string; path: string; type: string };

/** The controls with their own label and those of the groups around them. */
async function listEntries(controls: Locator): Promise<Entry[]> {
  const entries = await controls.evaluateAll((all: HTMLInputElement[]) =>
    all.map(({ id, type, ariaLabel, labels, parentElement }) => {
      const path: (string | null | undefined)[] = [labels?.[0]?.textContent ?? ariaLabel];
      for (let element = parentElement; element; element = element.parentElement) {
        if (element.matches('fieldset')) path.unshift(element.querySelector('legend')?.textContent);
      }
      return { id, type, path: path.filter(Boolean).join(' > ') };
    }),
  );
  return entries
    .map((entry, index) => ({ ...entry, control: controls.nth(index) }))
    .filter(({ path }) => !LEFT.test(path));
}

async function upload(scope: Locator, words: OwnWords, name: string): Promise<void> {
  for (const { control, path } of await listEntries(scope.locator('input[type="file"]'))) {
    const stored = scope.page().waitForResponse(/\/api\/admin\/uploads$/);
    await control.setInputFiles(DRAWING);
    const { url } = (await (await stored).json()) as { url: string };
    words.set(`${name} > ${path}`, url.replace(/\.\w+$/, ''));
  }
}

/** Choices are entered without a word. */
async function choose(scope: Locator, words: OwnWords, name: string): Promise<void> {
  for (const { control, path } of await listEntries(scope.getByRole('combobox'))) {
    const other = await control.evaluate(({ selectedIndex, options }: HTMLSelectElement) =>
      options.length > 1 && selectedIndex === 0 ? 1 : 0,
    );
    await control.selectOption({ index: other });
    words.set(`${name} > ${path}`, '');
  }
  for (const { control, path } of await listEntries(scope.getByRole('switch'))) {
    await control.setChecked(!OFF.test(path));
    words.set(`${name} > ${path}`, '');
  }
}

/** Adds an entry to each list, makes other choices, enters a word of its own into each field, corrects what is rejected and saves. */
export async function fillOwnForm(
  words: OwnWords,
  name: string,
  { scope, save, notice }: { scope: Locator; save: Locator; notice: string },
): Promise<void> {
  const page = scope.page();
  for (const add of await scope.getByRole('button', { name: /^Add (?!gallery|times)/ }).all())
    await add.click();
  await upload(scope, words, name);
  await choose(scope, words, name);
  const listValues = ({ type }: Entry) => (type === 'number' ? NUMBERS : LINES);
  const enter = async ({ control, path, type }: Entry, build: (count: number) => string) => {
    const key = `${name} > ${path}`;
    if (!words.has(key)) words.set(key, '');
    const word = type === 'date' ? DAY : build([...words.keys()].indexOf(key));
    await control.fill(word);
    if (type !== 'date') words.set(key, word);
  };
  const others = ['file', 'checkbox', 'color', 'time', 'datetime-local', 'range'];
  const fields = `input:not(${others.map((type) => `[type="${type}"]`).join()}), textarea`;
  for (const entry of await listEntries(scope.locator(fields).filter({ visible: true })))
    await enter(entry, listValues(entry)[0] ?? String);
  await save.click();
  const rejected = scope.locator('[aria-invalid="true"]');
  await expect(toast(page, notice).or(rejected).first()).toBeVisible();
  const corrections = await listEntries(rejected);
  for (const entry of corrections) {
    const control = page.locator(`[id="${entry.id}"]`);
    for (const build of listValues(entry).slice(1)) {
      await enter({ ...entry, control }, build);
      if ((await control.getAttribute('aria-invalid')) === null) break;
    }
    await expect(control, entry.path).not.toHaveAttribute('aria-invalid');
  }
  if (corrections.length > 0) await save.click();
  await expectToast(page, notice);
}
