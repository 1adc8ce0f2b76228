import { useParams } from 'react-router';
import { getRecordName } from '#app/admin/data/content.ts';
import { contentMessages } from '#app/admin/data/messages.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { PublishedBadge } from '#app/admin/ui/badge.tsx';
import { ButtonLink } from '#app/admin/ui/button.tsx';
import { QueryError } from '#app/admin/ui/list.tsx';
import { AdminPage } from '#app/admin/ui/page.tsx';
import { Spinner } from '#app/admin/ui/spinner.tsx';
import type { Content, ContentRecord } from './definition.tsx';
import { CONTENT_MESSAGES } from './messages.ts';

export function ContentPreview({ definition }: { definition: Content }) {
  const { entity, publication } = definition;
  const { id = '' } = useParams();
  const query = useApiQuery<ContentRecord & { isPublished: boolean }>(
    `${entity.path}/${encodeURIComponent(id)}`,
    // A form that opens later must not start from this response.
    { gcTime: 0 },
  );
  const { data, error } = query;
  if (!data || !publication) {
    return (
      <AdminPage title={CONTENT_MESSAGES.preview}>
        <QueryError query={query} />
        {!error && <Spinner label={contentMessages(entity).loadingOne} />}
      </AdminPage>
    );
  }
  const name = getRecordName(entity, data);
  return (
    <AdminPage
      title={name}
      documentTitle={CONTENT_MESSAGES.previewOf(name)}
      actions={
        <>
          <PublishedBadge isPublished={data.isPublished} />
          {data.isPublished && (
            <ButtonLink to={publication.publicPathOf(data)}>{CONTENT_MESSAGES.openPage}</ButtonLink>
          )}
        </>
      }
    >
      <QueryError query={query} />
      <publication.Preview record={data} />
    </AdminPage>
  );
}
