import { useState } from 'react';
import { contentMessages } from '#app/admin/data/messages.ts';
import { inChunks, sendBulk } from '#app/admin/ui/list/bulk.ts';
import { useBulkChange } from '#app/admin/ui/list/use-bulk-change.ts';
import { useSelection } from '#app/admin/ui/list/use-selection.ts';
import { useUndoOffer } from '#app/admin/ui/list/use-undo-offer.ts';
import type { ContentAction } from '#shared/content/values.ts';
import type { Content } from './definition.tsx';
import { CONTENT_BULK_MESSAGES } from './messages.ts';
import type { useContent } from './use-content.tsx';

const OPPOSITES = {
  publish: 'unpublish',
  unpublish: 'publish',
  delete: 'restore',
  restore: 'delete',
} as const satisfies Record<ContentAction, ContentAction>;

type Offer = { text: string; action: ContentAction; ids: string[] };

export function useBulkContent({ entity, blank }: Content, content: ReturnType<typeof useContent>) {
  const { list, total, matching, viewKey, reload } = content;
  const endpoint = `${entity.path}/bulk`;
  const words = CONTENT_BULK_MESSAGES['isPublished' in blank ? 'published' : 'featured'];
  const { label, bulkFailed } = contentMessages(entity);
  const [failure, onFailure] = useState<string | null>(null);
  const shownIds = (list.items ?? []).map(({ id }) => id);
  const selection = useSelection({ shownIds, total, viewKey });
  const mutationKey = [entity.path, 'bulk'];
  const undo = useUndoOffer<Offer>({
    mutationKey,
    async send({ action, ids }) {
      const { rejection } = await sendBulk(endpoint, inChunks(ids), { action });
      if (rejection) throw rejection;
    },
    onUndone: () => {},
    reload,
    failed: bulkFailed,
    onFailure,
  });
  const { changeSelected, isPending } = useBulkChange({
    endpoint,
    mutationKey,
    selection,
    matching,
    reload,
    messages: { failed: bulkFailed, doneTitle: label },
    onFailure,
  });

  return {
    selection,
    undo,
    failure,
    clearFailure: () => onFailure(null),
    isBusy: isPending || undo.isPending,
    actions: (content.filter.status === 'deleted'
      ? ['restore']
      : ['publish', 'unpublish', 'delete']) satisfies ContentAction[] as ContentAction[],
    labelOf: (action: ContentAction) => words.actions[action],
    change: (action: ContentAction) =>
      changeSelected({
        change: { action },
        isAlwaysAsked: action === 'delete',
        question: (count) => ({
          ...words.question(words.actions[action], count, label),
          isDestructive: action === 'delete',
        }),
        describeChanged: (count) => words.done[action](count),
        onResults(results, summary) {
          const changed = results.filter(({ result }) => result === 'changed');
          const ids = changed.map(({ id }) => id);
          if (action === 'delete' && ids.includes(content.opened.edit)) content.open(null);
          if (ids.length > 0) undo.offer({ text: `${summary}.`, action: OPPOSITES[action], ids });
          void reload();
        },
      }),
  };
}
