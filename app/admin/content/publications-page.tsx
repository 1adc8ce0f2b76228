import { ExternalLink, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Publication, Publications } from './use-publications.tsx';
import { useResource } from '#app/admin/data/use-resource.ts';
import { Badge, PublishedBadge } from '#app/admin/ui/badge.tsx';
import {
  type ContentDialogProps,
  ContentPage,
  type ContentPageProps,
  RestoreButton,
} from './content-page.tsx';
import { Dialog } from '#app/admin/ui/dialog.tsx';
import { IconButton } from '#app/admin/ui/button.tsx';
import { ErrorPanel, FilterSelect } from '#app/admin/ui/list.tsx';
import { Spinner } from '#app/admin/ui/spinner.tsx';
import { DateText, RelativeTime } from '#app/admin/ui/time.tsx';

type Option = { value: string; label: string };

type Props<T extends Publication, R> = Pick<
  ContentPageProps<T>,
  'title' | 'plural' | 'newLabel' | 'emptyHint'
> & {
  content: Publications<T>;
  statuses: readonly Option[];
  category: { label: string; options: readonly Option[] };
  /** What its second and its third column are called and hold. */
  details: readonly { label: string; valueOf: (record: T) => string }[];
  publicPathOf: (record: T) => string;
  /** Where a draft is looked at: this path and its id. */
  previewPath: string;
  editTitle: string;
  renderForm: (record: R | null, dialog: ContentDialogProps) => ReactNode;
};

/** The screen of content with pages of its own, drafts included: blog posts and projects. */
export function PublicationsPage<T extends Publication, R>(props: Props<T, R>) {
  const { content, category, details, editTitle, renderForm } = props;
  const { path, singular, filter, setFilter, failure } = content;
  const labels = ['Title', ...details.map(({ label }) => label), 'Status', 'Created', 'Actions'];
  return (
    <ContentPage
      {...props}
      columns={labels.map((label) => ({ key: label, label }))}
      filters={
        <>
          <FilterSelect
            label="Status"
            value={filter.status}
            options={[
              { value: 'all', label: 'All Status' },
              ...props.statuses,
              { value: 'deleted', label: 'Deleted' },
            ]}
            onChange={(status) => setFilter({ status })}
          />
          <FilterSelect
            label={category.label}
            value={filter.category}
            options={category.options}
            onChange={(name) => setFilter({ category: name })}
          />
        </>
      }
      notice={failure && <ErrorPanel error={failure.error} onRetry={failure.retry} />}
      renderRow={(record) => (
        <tr key={record.id}>
          <th scope="row" className="min-w-48 wrap-anywhere">
            {record.title}
          </th>
          {details.map(({ label, valueOf }) => (
            <td key={label} className="wrap-anywhere">
              {valueOf(record)}
            </td>
          ))}
          <td>
            {record.deletedAt === null ? (
              <PublishedBadge isPublished={record.isPublished} />
            ) : (
              <span className="flex flex-wrap items-center gap-2">
                <Badge tone="red">Deleted</Badge>
                <RelativeTime iso={record.deletedAt} />
              </span>
            )}
          </td>
          <td>
            <DateText iso={record.createdAt} />
          </td>
          <td>
            <RowActions {...props} record={record} />
          </td>
        </tr>
      )}
      renderDialog={(record, dialog) =>
        record ? (
          <LoadedRecord<R>
            key={record.id}
            path={`${path}/${record.id}`}
            title={editTitle}
            loadingText={`Loading the ${singular}...`}
            onClose={dialog.onClose}
          >
            {(loaded) => renderForm(loaded, dialog)}
          </LoadedRecord>
        ) : (
          renderForm(null, dialog)
        )
      }
    />
  );
}

type RowActionsProps<T extends Publication> = {
  record: T;
  content: Publications<T>;
  publicPathOf: (record: T) => string;
  previewPath: string;
};

function RowActions<T extends Publication>(props: RowActionsProps<T>) {
  const { record, content, publicPathOf, previewPath } = props;
  const { title, isPublished } = record;
  if (record.deletedAt !== null) {
    return <RestoreButton name={title} onClick={() => void content.restore(record)} />;
  }
  const look = isPublished ? 'View' : 'Preview';
  return (
    <span className="flex">
      <a
        href={isPublished ? publicPathOf(record) : `${previewPath}/${record.id}`}
        target="_blank"
        rel="noopener"
        aria-label={`${look} ${title} (opens in a new tab)`}
        title={look}
        className="admin-icon-button"
      >
        <ExternalLink aria-hidden className="size-4" />
      </a>
      <IconButton
        label={`Edit ${title}`}
        title="Edit"
        icon={Pencil}
        onClick={() => content.setEdited(record)}
      />
      <IconButton
        label={`Delete ${title}`}
        title="Delete"
        icon={Trash2}
        onClick={() => void content.remove(record)}
      />
    </span>
  );
}

type LoadedRecordProps<R> = {
  path: string;
  title: string;
  loadingText: string;
  onClose: () => void;
  children: (record: R) => ReactNode;
};

/** Reads a record before its dialog opens: the list does not carry its texts. */
function LoadedRecord<R>({ path, title, loadingText, onClose, children }: LoadedRecordProps<R>) {
  const { data, error, reload } = useResource<R>(path);
  if (data) return children(data);
  return (
    <Dialog title={title} isOpen size="large" onClose={onClose}>
      {error ? (
        <ErrorPanel error={error} onRetry={() => void reload()} />
      ) : (
        <Spinner label={loadingText} />
      )}
    </Dialog>
  );
}
