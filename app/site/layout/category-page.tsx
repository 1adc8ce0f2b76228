import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Site } from '#app/site/lib/page-meta.ts';
import { categoryPath, selectedCategory } from '#app/site/lib/category.ts';
import { LOAD_FAILURE_MESSAGES, type LoadFailure } from '#shared/load-failures/messages.ts';
import type { SitePath } from '#shared/routes.ts';
import { EightPointGrid } from './ornament.tsx';
import { PageData } from './page-data.tsx';
import { PageHeader } from './page-header.tsx';
import { RetryLink } from './retry-link.tsx';

export type ListProps<Item> = { items: readonly Item[]; failure: LoadFailure | null };

type Props<Item> = ListProps<Item> & {
  path: SitePath;
  messages: Record<'heading' | 'intro' | 'filter' | 'all' | 'showAll' | 'noMatch', string> & {
    /** If nothing exists without a filter either. */
    empty?: string;
    shown: (count: number, category: string | null) => string;
  };
  categories: readonly string[];
  categoryOf: (item: Item) => string;
  dataOf: (shown: readonly Item[], site: Site) => object;
  className: string;
  children: (shown: readonly Item[]) => ReactNode;
};

export function CategoryPage<Item>(props: Props<Item>) {
  const { path, messages, items, categories, categoryOf, dataOf, failure, className, children } =
    props;
  const [query] = useSearchParams();
  const selected = selectedCategory(query);
  const shown = selected ? items.filter((item) => categoryOf(item) === selected) : items;
  const isFiltered = selected !== null && items.length > 0;

  return (
    <>
      <PageData
        steps={[{ name: messages.heading, path }]}
        subject={(site) => dataOf(shown, site)}
      />
      <PageHeader title={messages.heading} intro={messages.intro}>
        <nav aria-label={messages.filter}>
          <ul className="flex flex-wrap gap-2">
            {[null, ...categories].map((category) => (
              <li key={category ?? ''}>
                <Link
                  to={categoryPath(path, category)}
                  preventScrollReset
                  aria-current={category === selected ? 'true' : undefined}
                  className="chip"
                >
                  {category ?? messages.all}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </PageHeader>
      <p role="status" className="sr-only">
        {messages.shown(shown.length, selected)}
      </p>
      <div className={`content-width ${className}`}>
        {shown.length > 0 ? (
          children(shown)
        ) : (
          <div className="card grid overflow-hidden text-center">
            <div className="h-32 border-b border-line bg-surface-sunken">
              <EightPointGrid />
            </div>
            <div className="grid justify-items-center gap-4 px-6 py-12">
              {failure && <p className="text-lg">{LOAD_FAILURE_MESSAGES[failure]}</p>}
              <p className={failure ? 'text-ink-muted' : 'text-lg'}>
                {isFiltered ? messages.noMatch : (messages.empty ?? messages.noMatch)}
              </p>
              {failure && <RetryLink to={path} failure={failure} />}
              {isFiltered && (
                <Link to={path} preventScrollReset className="button button-secondary">
                  {messages.showAll}
                </Link>
              )}
            </div>
          </div>
        )}
      </div>
    </>
  );
}
