import { type LucideIcon, Search } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { BadgeTone } from './badge.tsx';
import { Button } from './button.tsx';
import { LIST_MESSAGES } from './messages.ts';
import type { ApiError } from '#app/admin/data/api.ts';
import type { ApiQuery } from '#app/admin/data/use-api-query.ts';

const TYPING_PAUSE_MS = 250;

type SearchBoxProps = { label: string; value: string; onChange: (value: string) => void };

export function useDraft(value: string, onChange: (value: string) => void) {
  const [draft, setDraft] = useState(value);
  const [reported, setReported] = useState(value);
  const timer = useRef<number | undefined>(undefined);
  if (value !== reported) {
    setReported(value);
    setDraft(value);
  }
  // The callback may change during the pause; an old one would undo another filter.
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
  /** Values must not be empty. */
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
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

type ErrorPanelProps = { error: ApiError; onRetry: () => void; isStale?: boolean };

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

export function QueryError({ query: { data, error, reload } }: QueryErrorProps) {
  if (!error) return null;
  return <ErrorPanel error={error} onRetry={() => void reload()} isStale={data !== undefined} />;
}

type EmptyStateProps = {
  icon: LucideIcon;
  title: string;
  text: string;
  children?: ReactNode;
};

export function EmptyState({ icon: Icon, title, text, children }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-2 p-6 text-center">
      <Icon aria-hidden className="size-6 text-ink-muted" />
      <p className="font-semibold">{title}</p>
      <p className="max-w-prose text-ink-muted">{text}</p>
      {children && <div className="mt-1 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}
