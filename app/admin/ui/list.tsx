import { ArrowDown, ArrowUp, Search } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { BadgeTone } from './badge.tsx';
import { Button, PlainButton } from './button.tsx';
import { LIST_MESSAGES } from './messages.ts';
import type { ApiError } from '#app/admin/data/api.ts';
import type { ApiQuery } from '#app/admin/data/use-api-query.ts';

const TYPING_PAUSE_MS = 250;

type SearchBoxProps = { label: string; value: string; onChange: (value: string) => void };

/** What is being typed into a filter, reported after a short pause. */
export function useDraft(value: string, onChange: (value: string) => void) {
  const [draft, setDraft] = useState(value);
  const [reported, setReported] = useState(value);
  const timer = useRef<number | undefined>(undefined);
  if (value !== reported) {
    setReported(value);
    setDraft(value);
  }
  // Another filter may have changed in the pause, and what is reported must not undo that.
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => () => window.clearTimeout(timer.current), []);

  function report(text: string) {
    window.clearTimeout(timer.current);
    setReported(text);
    latest.current(text);
  }
  function change(text: string) {
    setDraft(text);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => report(text.trim()), TYPING_PAUSE_MS);
  }
  return { draft, change, reportNow: () => report(draft.trim()) };
}

/** Reports what was typed after a short pause; `/` leads here. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const id = useId();
  const { draft, change, reportNow } = useDraft(value, onChange);
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        reportNow();
      }}
      className="relative min-w-48 flex-1 sm:max-w-80"
    >
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-ink-muted"
      />
      <input
        id={id}
        type="search"
        data-shortcut-search
        placeholder={label}
        value={draft}
        onChange={(event) => change(event.target.value)}
        className="field ps-9"
      />
    </form>
  );
}

type FilterSelectProps = {
  label: string;
  value: string;
  /** No option may have an empty value. */
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  /** For a status that is changed in place: it looks like a badge. */
  tone?: BadgeTone;
};

export function FilterSelect({ label, value, options, onChange, tone }: FilterSelectProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      data-tone={tone}
      className={
        tone ? 'admin-badge min-h-8 cursor-pointer' : 'field w-auto max-w-full sm:max-w-80'
      }
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

export function Toolbar({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2">{children}</div>;
}

type ListViewProps<T> = {
  items: readonly T[] | undefined;
  query: Pick<ApiQuery<unknown>, 'isLoading' | 'error' | 'reload'>;
  loadingText: string;
  emptyText: string;
  /** The next step, where there is one. */
  emptyHint?: ReactNode;
  /** Given while the list is filtered. */
  onClearFilters?: (() => void) | undefined;
  children: ReactNode;
};

/** The states of a list: loading, failed, empty, nothing that matches, and the list itself. */
export function ListView<T>(props: ListViewProps<T>) {
  const { items, query, loadingText, emptyText, emptyHint, onClearFilters } = props;
  const { isLoading } = query;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-busy={isLoading}>
      <p role="status" className="sr-only">
        {isLoading ? loadingText : items && LIST_MESSAGES.shown(items.length)}
      </p>
      <QueryError query={{ ...query, data: items }} />
      {!items && isLoading && (
        <div className="card grid gap-3 p-4">
          <p aria-hidden className="text-sm text-ink-muted">
            {loadingText}
          </p>
          {[0, 1, 2, 3, 4].map((line) => (
            <div key={line} className="skeleton h-6" />
          ))}
        </div>
      )}
      {items?.length === 0 && (
        <div className="card grid justify-items-center gap-3 p-10 text-center">
          <p className="font-semibold">{emptyText}</p>
          {onClearFilters ? (
            <>
              <p className="text-sm text-ink-muted">{LIST_MESSAGES.noMatch}</p>
              <Button onClick={onClearFilters}>{LIST_MESSAGES.clearFilters}</Button>
            </>
          ) : (
            emptyHint && <div className="text-sm text-ink-muted">{emptyHint}</div>
          )}
        </div>
      )}
      {items && items.length > 0 && props.children}
    </div>
  );
}

type ErrorPanelProps = { error: ApiError; onRetry: () => void; isStale?: boolean };

/** What could not be loaded, with a way to try again and the reference for the logs. */
export function ErrorPanel({ error, onRetry, isStale = false }: ErrorPanelProps) {
  return (
    <div
      role="alert"
      className="card flex flex-wrap items-center justify-between gap-3 border-s-4 border-s-alert p-4"
    >
      <div className="min-w-0">
        <p className="font-semibold">{Object.values(error.fields)[0] ?? error.message}</p>
        <p className="text-sm text-ink-muted">
          {isStale && LIST_MESSAGES.stale}
          {error.requestId && LIST_MESSAGES.reference(error.requestId)}
        </p>
      </div>
      <Button onClick={onRetry}>{LIST_MESSAGES.retry}</Button>
    </div>
  );
}

type QueryErrorProps = { query: Pick<ApiQuery<unknown>, 'data' | 'error' | 'reload'> };

/** Says that what was asked for could not be loaded, if so. */
export function QueryError({ query: { data, error, reload } }: QueryErrorProps) {
  if (!error) return null;
  return <ErrorPanel error={error} onRetry={() => void reload()} isStale={data !== undefined} />;
}

export type Column = {
  key: string;
  label: ReactNode;
  /** Ends of numbers and dates stand below each other. */
  isEnd?: boolean;
  /** For a column that can be sorted: how it is sorted now, and what a press does. */
  sort?: { direction: 'ascending' | 'descending' | null; onSort: () => void };
};

type TableProps = {
  label: string;
  columns: readonly Column[];
  /** Where there is no room for columns, each row is a card: for rows with something to press. */
  hasCards?: boolean;
  /** The list of its screen: the page scrolls, not the table. */
  isMain?: boolean;
  children: ReactNode;
};

/** A table with a sticky head; it scrolls inside its own region unless it is the list of its screen. */
export function Table({ label, columns, hasCards, isMain, children }: TableProps) {
  return (
    <div
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys (WCAG 2.1.1)
      tabIndex={0}
      className={`card @container relative ${
        isMain
          ? 'overflow-x-auto xl:overflow-clip xl:[--table-top:3.625rem]'
          : 'max-h-[calc(100dvh-14rem)] min-h-48 overflow-auto'
      }`}
    >
      <table className="admin-table" data-cards={hasCards || undefined}>
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            {columns.map(({ key, label: head, isEnd, sort }) => (
              <th
                key={key}
                scope="col"
                data-end={isEnd || undefined}
                aria-sort={sort ? (sort.direction ?? 'none') : undefined}
              >
                {sort ? (
                  <PlainButton
                    onClick={sort.onSort}
                    className="inline-flex min-h-6 items-center gap-1 font-semibold hover:text-ink"
                  >
                    {head}
                    {sort.direction === 'ascending' && <ArrowUp aria-hidden className="size-3.5" />}
                    {sort.direction === 'descending' && (
                      <ArrowDown aria-hidden className="size-3.5" />
                    )}
                  </PlainButton>
                ) : (
                  head
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

type MoreButtonProps = {
  hasMore: boolean;
  isLoading: boolean;
  onMore: () => void;
  /** 'Showing 100 of 2,315' */
  summary?: ReactNode;
};

export function MoreButton({ hasMore, isLoading, onMore, summary }: MoreButtonProps) {
  if (!hasMore && !summary) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-sm text-ink-muted">
      <span className="tabular-nums">{summary}</span>
      {hasMore && (
        <Button onClick={onMore} isDisabled={isLoading}>
          {isLoading ? LIST_MESSAGES.loading : LIST_MESSAGES.more}
        </Button>
      )}
    </div>
  );
}
