import type { ComponentProps, ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useSiteSettings } from '#app/components/live-settings.tsx';
import type { Site } from '#app/site/lib/page-meta.ts';
import { categoryPath, selectedCategory } from '#app/site/lib/category.ts';
import { fillLasting, type PageCopy, useCopy } from '#app/site/lib/page-copy.ts';
import { LOAD_FAILURE_MESSAGES, type LoadFailure } from '#shared/load-failures/messages.ts';
import type { SitePath } from '#shared/routes.ts';
import { ClosingCard } from './closing-card.tsx';
import { EightPointGrid } from './ornament.tsx';
import { PageData } from './page-data.tsx';
import { PageHeader } from './page-header.tsx';
import { RetryLink } from './retry-link.tsx';

export type ListProps<Item> = {
  copy: PageCopy<'page/faq'>;
  items: readonly Item[];
  failure: LoadFailure | null;
};

type Props<Item> = ListProps<Item> & {
  path: SitePath;
  /** Targets of the closing card's buttons. */
  links: ComponentProps<typeof ClosingCard>['links'];
  messages: Record<'filter' | 'all' | 'showAll' | 'noMatch', string> & {
    /** If nothing exists without a filter either. */
    empty?: string;
    shown: (count: number, category: string | null) => string;
  };
  categories: readonly string[];
  categoryOf: (item: Item) => string;
  dataOf: (shown: readonly Item[], site: Site, copy: PageCopy) => object;
  className: string;
  children: (shown: readonly Item[]) => ReactNode;
};

export function CategoryPage<Item>(props: Props<Item>) {
  const { path, links, messages, items, categories, categoryOf, failure, className } = props;
  const { settings } = useSiteSettings();
  const copy = useCopy(props.copy);
  const [query] = useSearchParams();
  const selected = selectedCategory(query);
  const shown = selected ? items.filter((item) => categoryOf(item) === selected) : items;
  const isFiltered = selected !== null && items.length > 0;

  return (
    <>
      <PageData
        steps={[{ name: copy.heading, path }]}
        subject={(site) => props.dataOf(shown, site, fillLasting(props.copy, settings))}
      />
      <PageHeader title={copy.heading} intro={copy.lead}>
        {categories.length > 0 && (
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
        )}
      </PageHeader>
      <p role="status" className="sr-only">
        {messages.shown(shown.length, selected)}
      </p>
      <div className={`content-width ${className}`}>
        {shown.length > 0 ? (
          props.children(shown)
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
      <ClosingCard copy={copy} links={links} />
    </>
  );
}
