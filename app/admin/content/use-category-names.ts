import { type ContentEntity, tableOf } from '#app/admin/data/content.ts';
import { useResource } from '#app/admin/data/use-resource.ts';

/** The categories of an entity: those given, or else those in use. */
export function useCategoryNames(
  entity: ContentEntity,
  given?: readonly string[],
): readonly string[] {
  const { data } = useResource<{ items: string[] }>(given ? null : `${entity.path}/categories`, {
    refreshOn: [tableOf(entity)],
  });
  return given ?? data?.items ?? [];
}
