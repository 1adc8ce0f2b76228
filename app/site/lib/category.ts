import type { ShouldRevalidateFunctionArgs } from 'react-router';
import type { SitePath } from '#shared/routes.ts';

export const CATEGORY_PARAMETER = 'category';

/** Null for all categories. */
export function selectedCategory(query: URLSearchParams): string | null {
  const category = query.get(CATEGORY_PARAMETER)?.trim() ?? '';
  return category === '' || category === 'All' ? null : category;
}

export function categoryPath(path: SitePath, category: string | null): string {
  return category === null
    ? path
    : `${path}?${new URLSearchParams({ [CATEGORY_PARAMETER]: category })}`;
}

export function distinctCategories(items: readonly { category: string }[]): string[] {
  return [...new Set(items.map(({ category }) => category))];
}

/** Changing the filter changes the query only and loads nothing. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isFilterChange =
    currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return !isFilterChange && defaultShouldRevalidate;
}
