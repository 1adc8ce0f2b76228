import { getRecordName } from '#app/admin/data/content.ts';
import { ExternalIconLink } from '#app/admin/ui/button.tsx';
import type { Content, ContentRecord } from './definition.tsx';
import { CONTENT_MESSAGES } from './messages.ts';

type Props = { definition: Content; record: ContentRecord };

export function PageLink({ definition: { entity, publication }, record }: Props) {
  if (!publication) return null;
  const isPublished = 'isPublished' in record && record.isPublished === true;
  const title = isPublished ? CONTENT_MESSAGES.view : CONTENT_MESSAGES.preview;
  return (
    <ExternalIconLink
      href={
        isPublished ? publication.publicPathOf(record) : `${publication.previewPath}/${record.id}`
      }
      label={CONTENT_MESSAGES.actionOn(title, getRecordName(entity, record))}
      title={title}
    />
  );
}
