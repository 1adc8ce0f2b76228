import { afterEach, describe, expect, it, vi } from 'vitest';
import { EMPTY_ORDER_ENTRIES, type OrderEntries } from '#shared/orders/values.ts';
import { isBlank, mergeEntries, parseDraft, readDraft, writeDraft } from './draft.ts';

const NOW = Date.UTC(2026, 10, 3);
const DAY_MS = 24 * 60 * 60 * 1_000;

function entries(part: Partial<OrderEntries>): OrderEntries {
  return { ...EMPTY_ORDER_ENTRIES, ...part };
}

function saved(part: object = {}): string {
  const draft = {
    savedAt: NOW - DAY_MS,
    formKey: 'key',
    entries: entries({ fullName: 'Selin Kaya' }),
  };
  return JSON.stringify({ ...draft, ...part });
}

function parse(text: string | null) {
  return parseDraft(text, EMPTY_ORDER_ENTRIES, NOW);
}

describe('parseDraft', () => {
  it('gives back what was saved', () => {
    expect(parse(saved())).toEqual({
      savedAt: NOW - DAY_MS,
      formKey: 'key',
      entries: entries({ fullName: 'Selin Kaya' }),
    });
  });

  it('keeps a draft for seven days and not a moment longer', () => {
    expect(parse(saved({ savedAt: NOW - 7 * DAY_MS }))).not.toBeNull();
    expect(parse(saved({ savedAt: NOW - 7 * DAY_MS - 1 }))).toBeNull();
  });

  it('refuses a draft of the future', () => {
    expect(parse(saved({ savedAt: NOW + 1 }))).toBeNull();
  });

  it.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['another kind of value', '7'],
    ['no key', saved({ formKey: undefined })],
    ['no entries', saved({ entries: null })],
    ['entries of another form', saved({ entries: { name: 'Selin Kaya', email: '', message: '' } })],
    ['an entry of another type', saved({ entries: { ...entries({}), desiredFeatures: 'one' } })],
    ['a list of something else', saved({ entries: { ...entries({}), desiredFeatures: [1] } })],
    ['a field too many', saved({ entries: { ...entries({ fullName: 'S' }), more: 'x' } })],
    ['nothing entered', saved({ entries: entries({}) })],
  ])('refuses %s', (_, text) => {
    expect(parse(text)).toBeNull();
  });
});

describe('readDraft', () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each([7 * DAY_MS + 1, 6 * DAY_MS])(
    'removes a draft from storage after seven days: %d',
    (age) => {
      const removeItem = vi.fn();
      const getItem = () => saved({ savedAt: Date.now() - age });
      vi.stubGlobal('window', { localStorage: { getItem, removeItem } });
      const draft = readDraft('order', EMPTY_ORDER_ENTRIES);
      expect(removeItem).toHaveBeenCalledTimes(draft ? 0 : 1);
      expect(draft === null).toBe(age > 7 * DAY_MS);
    },
  );
});

it('does without a storage that is closed to the site', () => {
  const localStorage = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('window', Object.defineProperty({}, 'localStorage', { get: localStorage }));
  writeDraft('order', 'key', entries({ fullName: 'Selin Kaya' }));
  expect(readDraft('order', EMPTY_ORDER_ENTRIES)).toBeNull();
  vi.unstubAllGlobals();
});

describe('isBlank', () => {
  it('finds any entry', () => {
    expect(isBlank(entries({}))).toBe(true);
    expect(isBlank(entries({ phone: '0' }))).toBe(false);
    expect(isBlank(entries({ requiredLanguages: ['English'] }))).toBe(false);
    expect(isBlank(entries({ termsAccepted: true }))).toBe(false);
  });
});

describe('mergeEntries', () => {
  it('keeps older entries unless there is a newer one', () => {
    const older = entries({ fullName: 'Selin', email: 'selin@example.com', termsAccepted: true });
    const newer = entries({ fullName: 'Selin Kaya', desiredFeatures: ['API Integration'] });
    expect(mergeEntries(older, newer)).toEqual(
      entries({
        fullName: 'Selin Kaya',
        email: 'selin@example.com',
        desiredFeatures: ['API Integration'],
        termsAccepted: true,
      }),
    );
  });
});
