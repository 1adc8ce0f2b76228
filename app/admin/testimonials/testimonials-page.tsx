import { Pencil, Plus, RotateCcw, Trash2 } from 'lucide-react';
import { flushSync } from 'react-dom';
import { Badge } from '#app/admin/layout/badge.tsx';
import { IconButton } from '#app/admin/layout/icon-button.tsx';
import {
  FilterSelect,
  ListView,
  MoreButton,
  SearchBox,
  Table,
  Toolbar,
} from '#app/admin/layout/list.tsx';
import { AdminPage } from '#app/admin/layout/page.tsx';
import { Thumbnail } from '#app/admin/layout/thumbnail.tsx';
import { DateText } from '#app/admin/layout/time.tsx';
import { useNotify } from '#app/admin/lib/notify.ts';
import { useEdited } from '#app/admin/lib/use-edited.ts';
import { useManagedContent } from '#app/admin/lib/use-managed-content.ts';
import { TESTIMONIAL_MESSAGES } from '#shared/testimonials-form.ts';
import type { AdminTestimonial } from '#shared/testimonials-schema.ts';
import { shortQuote } from './short-quote.ts';
import { RatingStars } from './rating-stars.tsx';
import { TestimonialDialog } from './testimonial-dialog.tsx';

const COLUMNS = [
  { key: 'photo', label: 'Photo' },
  { key: 'client', label: 'Client' },
  { key: 'company', label: 'Company' },
  { key: 'quote', label: 'Quote' },
  { key: 'rating', label: 'Rating' },
  { key: 'status', label: 'Status' },
  { key: 'actions', label: 'Actions', isEnd: true },
];

const VIEWS = [
  { value: 'current', label: 'Current testimonials' },
  { value: 'deleted', label: 'Deleted' },
];

export function TestimonialsPage() {
  const notify = useNotify();
  const [edited, setEdited] = useEdited<AdminTestimonial>();
  const testimonials = useManagedContent<AdminTestimonial>({
    path: 'testimonials',
    table: 'testimonials',
    texts: TESTIMONIAL_MESSAGES,
  });
  const { list, filter, setFilter, showsDeleted } = testimonials;

  // Closed first: a notice appears inside a dialog that is still open.
  function handleSaved(text: string) {
    flushSync(() => setEdited(null));
    notify.success(text);
    void testimonials.reload();
  }

  return (
    <AdminPage
      title="Testimonials Management"
      actions={
        <button
          type="button"
          data-shortcut-new
          onClick={() => setEdited('new')}
          className="admin-button admin-button-primary"
        >
          <Plus aria-hidden className="size-4" />
          New Testimonial
        </button>
      }
    >
      <Toolbar>
        <SearchBox
          label="Search testimonials"
          value={filter.search}
          onChange={(search) => setFilter({ search }, { replace: true })}
        />
        <FilterSelect
          label="Show"
          value={filter.show}
          options={VIEWS}
          onChange={(show) => setFilter({ show })}
        />
      </Toolbar>
      <ListView
        items={list.items}
        isLoading={list.isLoading}
        error={list.error}
        loadingText="Loading testimonials..."
        emptyText="No testimonials found"
        emptyHint="Press New Testimonial to add the first one."
        isFiltered={testimonials.isFiltered}
        onClearFilters={testimonials.clearFilter}
        onRetry={() => void testimonials.reload()}
      >
        <Table label="Testimonials" columns={COLUMNS}>
          {(list.items ?? []).map((testimonial) => (
            <tr key={testimonial.id} data-row={testimonial.id}>
              <td>
                <Thumbnail url={testimonial.photoUrl} name={testimonial.clientName} isRound />
              </td>
              <th scope="row" className="min-w-36 wrap-anywhere">
                {testimonial.clientName}
                {testimonial.clientTitle && (
                  <span className="block font-normal text-ink-muted">
                    {testimonial.clientTitle}
                  </span>
                )}
              </th>
              <td className="wrap-anywhere">{testimonial.clientCompany ?? 'N/A'}</td>
              <td className="max-w-72 min-w-48 wrap-anywhere" title={testimonial.quote}>
                {shortQuote(testimonial.quote)}
              </td>
              <td>
                <RatingStars rating={testimonial.rating} />
              </td>
              <td>
                <TestimonialStatus testimonial={testimonial} />
              </td>
              <td data-end>
                <div className="inline-flex gap-1">
                  {showsDeleted ? (
                    <button
                      type="button"
                      data-action="restore"
                      onClick={() => void testimonials.restore(testimonial)}
                      className="admin-button admin-button-secondary"
                    >
                      <RotateCcw aria-hidden className="size-4" />
                      Restore<span className="sr-only"> {testimonial.clientName}</span>
                    </button>
                  ) : (
                    <>
                      <IconButton
                        label={`Edit testimonial of ${testimonial.clientName}`}
                        icon={Pencil}
                        data-action="edit"
                        onClick={() => setEdited(testimonial)}
                      />
                      <IconButton
                        label={`Delete testimonial of ${testimonial.clientName}`}
                        icon={Trash2}
                        data-action="delete"
                        onClick={() =>
                          void testimonials.remove(testimonial, testimonial.clientName)
                        }
                      />
                    </>
                  )}
                </div>
              </td>
            </tr>
          ))}
        </Table>
        <MoreButton
          hasMore={list.hasMore}
          isLoading={list.isLoadingMore}
          onMore={() => void list.loadMore()}
          summary={testimonials.summary}
        />
      </ListView>
      {edited && (
        <TestimonialDialog
          testimonial={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={handleSaved}
        />
      )}
    </AdminPage>
  );
}

function TestimonialStatus({ testimonial }: { testimonial: AdminTestimonial }) {
  if (testimonial.deletedAt) {
    return (
      <>
        Deleted <DateText iso={testimonial.deletedAt} />
      </>
    );
  }
  return testimonial.isFeatured ? (
    <Badge tone="green">Featured</Badge>
  ) : (
    <Badge>Not Featured</Badge>
  );
}
