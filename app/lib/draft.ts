const DAY_MS = 24 * 60 * 60 * 1_000;

export const DRAFT_DAYS = 7;

export type DraftEntries = Record<string, string | string[] | boolean>;

export type Draft<Entries extends DraftEntries> = {
  savedAt: number;
  /** Idempotency key, so that a reload does not send twice. */
  formKey: string;
  entries: Entries;
};

export function isBlank(entries: DraftEntries): boolean {
  return Object.values(entries).every((entry) =>
    entry === true ? false : !entry || entry.length === 0,
  );
}

/** Null if it is too old or of another form. */
export function parseDraft<Entries extends DraftEntries>(
  text: string | null,
  empty: Entries,
  now: number,
): Draft<Entries> | null {
  const saved = parseObject(text);
  if (!saved) return null;
  const { savedAt, formKey, entries } = saved;
  if (typeof savedAt !== 'number' || savedAt > now || now - savedAt > DRAFT_DAYS * DAY_MS)
    return null;
  if (typeof formKey !== 'string' || !isLike(entries, empty) || isBlank(entries)) return null;
  return { savedAt, formKey, entries };
}

function parseObject(text: string | null): Record<string, unknown> | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

function isLike<Entries extends DraftEntries>(value: unknown, empty: Entries): value is Entries {
  if (typeof value !== 'object' || value === null) return false;
  const candidate: Record<string, unknown> = { ...value };
  const names = Object.keys(empty);
  return (
    Object.keys(candidate).length === names.length &&
    names.every((name) => {
      const entry = candidate[name];
      return Array.isArray(empty[name])
        ? Array.isArray(entry) && entry.every((item) => typeof item === 'string')
        : typeof entry === typeof empty[name];
    })
  );
}

/** Newer entries win. */
export function mergeEntries<Entries extends DraftEntries>(
  older: Entries,
  newer: Entries,
): Entries {
  const entered = Object.entries(newer).filter(([, entry]) => !isBlank({ entry }));
  return { ...older, ...Object.fromEntries(entered) };
}

// Change the version with the shape of the entries.
function keyOf(form: string): string {
  return `draft:${form}:1`;
}

/** Storage may be unavailable or full; forms work without drafts. */
function withStorage<T>(work: (storage: Storage) => T): T | null {
  try {
    return work(window.localStorage);
  } catch {
    return null;
  }
}

export function readDraft<Entries extends DraftEntries>(
  form: string,
  empty: Entries,
): Draft<Entries> | null {
  const text = withStorage((storage) => storage.getItem(keyOf(form)));
  const draft = parseDraft(text, empty, Date.now());
  if (text !== null && !draft) removeDraft(form);
  return draft;
}

export function writeDraft(form: string, formKey: string, entries: DraftEntries): void {
  const draft = { savedAt: Date.now(), formKey, entries };
  withStorage((storage) => storage.setItem(keyOf(form), JSON.stringify(draft)));
}

export function removeDraft(form: string): void {
  withStorage((storage) => storage.removeItem(keyOf(form)));
}
