import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useResource } from '#app/admin/data/use-resource.ts';
import { PublishedBadge } from '#app/admin/ui/badge.tsx';
import { ErrorPanel } from '#app/admin/ui/list.tsx';
import { AdminPage } from '#app/admin/ui/page.tsx';
import { Spinner } from '#app/admin/ui/spinner.tsx';

type Props<R> = {
  /** The call below which the records are. */
  path: string;
  table: string;
  loadingText: string;
  publicPathOf: (record: R) => string;
  children: (record: R) => ReactNode;
};

/** A saved record as its page would show it, for administrators only. */
export function PublicationPreview<R extends { title: string; isPublished: boolean }>(
  props: Props<R>,
) {
  const { path, table, loadingText, publicPathOf, children } = props;
  const { id = '' } = useParams();
  const { data, error, reload } = useResource<R>(`${path}/${encodeURIComponent(id)}`, {
    refreshOn: [table],
  });
  if (!data) {
    return (
      <AdminPage title="Preview">
        {error ? (
          <ErrorPanel error={error} onRetry={() => void reload()} />
        ) : (
          <Spinner label={loadingText} />
        )}
      </AdminPage>
    );
  }
  return (
    <AdminPage
      title={data.title}
      documentTitle={`Preview: ${data.title}`}
      actions={
        <>
          <PublishedBadge isPublished={data.isPublished} />
          {data.isPublished && (
            <a href={publicPathOf(data)} className="admin-button admin-button-secondary">
              Open the public page
            </a>
          )}
        </>
      }
    >
      {error && <ErrorPanel error={error} onRetry={() => void reload()} isKept />}
      {children(data)}
    </AdminPage>
  );
}
