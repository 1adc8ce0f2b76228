import { Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ManagedContent } from './use-managed-content.ts';
import { ContentPage, type ContentPageProps, RestoreButton } from './content-page.tsx';
import { IconButton } from '#app/admin/ui/button.tsx';
import { FilterSelect } from '#app/admin/ui/list.tsx';
import { DateText } from '#app/admin/ui/time.tsx';

type Managed = { id: string; deletedAt: string | null };

type Props<T extends Managed> = Omit<ContentPageProps<T>, 'content' | 'filters' | 'renderRow'> & {
  content: ManagedContent<T>;
  nameOf: (record: T) => string;
  /** What its buttons edit and delete, where that is more than its name. */
  subjectOf?: (record: T) => string;
  renderCells: (record: T) => ReactNode;
  /** Buttons before those that edit and delete. */
  renderActions?: (record: T, index: number) => ReactNode;
};

/** The screen of content that is edited from its list: clients, questions, testimonials. */
export function ManagedContentPage<T extends Managed>(props: Props<T>) {
  const { content, plural, nameOf, subjectOf = nameOf, renderCells, renderActions } = props;
  return (
    <ContentPage
      {...props}
      filters={
        <FilterSelect
          label="Show"
          value={content.filter.show}
          options={[
            { value: 'current', label: `Current ${plural}` },
            { value: 'deleted', label: 'Deleted' },
          ]}
          onChange={(show) => content.setFilter({ show })}
        />
      }
      renderRow={(record, index) => (
        <tr key={record.id} data-row={record.id}>
          {renderCells(record)}
          <td data-end>
            <div className="inline-flex gap-1">
              {content.showsDeleted ? (
                <RestoreButton name={nameOf(record)} onClick={() => void content.restore(record)} />
              ) : (
                <>
                  {renderActions?.(record, index)}
                  <IconButton
                    label={`Edit ${subjectOf(record)}`}
                    icon={Pencil}
                    data-action="edit"
                    onClick={() => content.setEdited(record)}
                  />
                  <IconButton
                    label={`Delete ${subjectOf(record)}`}
                    icon={Trash2}
                    data-action="delete"
                    onClick={() => void content.remove(record, nameOf(record))}
                  />
                </>
              )}
            </div>
          </td>
        </tr>
      )}
    />
  );
}

/** When a record was deleted, or its status while it is not. */
export function StatusCell({ record, children }: { record: Managed; children: ReactNode }) {
  return (
    <td>
      {record.deletedAt ? (
        <>
          Deleted <DateText iso={record.deletedAt} />
        </>
      ) : (
        children
      )}
    </td>
  );
}
