import { useParams } from 'react-router';
import { nameOf } from '#app/admin/data/content.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { PublishedBadge } from '#app/admin/ui/badge.tsx';
import { ButtonLink } from '#app/admin/ui/button.tsx';
import { ErrorPanel } from '#app/admin/ui/list.tsx';
import { AdminPage } from '#app/admin/ui/page.tsx';
import { Spinner } from '#app/admin/ui/spinner.tsx';
import type { Content, ContentRecord } from './definition.tsx';

/** A saved record as its page would show it, for administrators only. */
export function ContentPreview({ definition }: { definition: Content }) {
  const { entity, publication } = definition;
  const { id = '' } = useParams();
  const { data, error, reload } = useApiQuery<ContentRecord & { isPublished: boolean }>(
    `${entity.path}/${encodeURIComponent(id)}`,
    // A form that is opened afterwards must not start from it.
    { gcTime: 0 },
  );
  const retry = () => void reload();
  if (!data || !publication) {
    return (
      <AdminPage title="Preview">
        {error ? (
          <ErrorPanel error={error} onRetry={retry} />
        ) : (
          <Spinner label={`Loading the ${entity.noun}...`} />
        )}
      </AdminPage>
    );
  }
  const name = nameOf(entity, data);
  return (
    <AdminPage
      title={name}
      documentTitle={`Preview: ${name}`}
      actions={
        <>
          <PublishedBadge isPublished={data.isPublished} />
          {data.isPublished && (
            <ButtonLink to={publication.publicPathOf(data)}>Open the public page</ButtonLink>
          )}
        </>
      }
    >
      {error && <ErrorPanel error={error} onRetry={retry} isStale />}
      <publication.Preview record={data} />
    </AdminPage>
  );
}
