import type { ContentEntity } from '#app/admin/data/content.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';

export function useCategoryNames(
  entity: ContentEntity,
  given?: readonly string[],
): readonly string[] {
  const { data } = useApiQuery<{ items: string[] }>(`${entity.path}/categories`, {
    enabled: !given,
  });
  return given ?? data?.items ?? [];
}
