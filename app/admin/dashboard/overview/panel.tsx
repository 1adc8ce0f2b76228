import type { ReactNode } from 'react';
import type { ApiQuery } from '#app/admin/data/use-api-query.ts';
import { QueryError } from '#app/admin/ui/list.tsx';
import { LIST_MESSAGES } from '#app/admin/ui/messages.ts';
import { Section } from '#app/admin/ui/section.tsx';

type Props<Data> = {
  title: string;
  query: ApiQuery<Data>;
  /** Usual number of lines, reserved while loading. */
  lines: number;
  children: (data: Data) => ReactNode;
};

export function Panel<Data>({ title, query, lines, children }: Props<Data>) {
  const { data, isLoading } = query;
  return (
    <Section title={title} isCard isBusy={isLoading}>
      <QueryError query={query} />
      {data === undefined && isLoading && (
        <div className="grid gap-2">
          <p className="sr-only">{LIST_MESSAGES.loading}</p>
          {Array.from({ length: lines }, (_, line) => (
            <div key={line} aria-hidden className="skeleton h-9" />
          ))}
        </div>
      )}
      {data !== undefined && children(data)}
    </Section>
  );
}
