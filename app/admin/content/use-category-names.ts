import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { listOpen, type StoredOption } from '#shared/orders/values.ts';

type Categories = { items: string[] } | { categories: StoredOption[] };

export function useCategoryNames(path: string | undefined, { isOpen = false } = {}): string[] {
  const { data } = useApiQuery<Categories>(path ?? '', { enabled: path !== undefined });
  if (!data) return [];
  if ('items' in data) return data.items;
  return (isOpen ? listOpen(data.categories) : data.categories).map(({ value }) => value);
}
