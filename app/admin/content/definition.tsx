import type { ComponentType } from 'react';
import type * as z from 'zod';
import { ContentField } from '#app/admin/ui/fields/content-field.tsx';
import { buildEmpty, listFields, listLabels } from '#shared/site-content/fields.ts';
import type { ContentEntity } from '#app/admin/data/content.ts';
import type { Form } from '#app/admin/data/use-form.ts';
import type { Company } from '#shared/company/values.ts';
import { Badge, FeaturedBadge, PublishedBadge } from '#app/admin/ui/badge.tsx';
import type { DataColumn } from '#app/admin/ui/list/data-table.tsx';
import { DateText, RelativeTime } from '#app/admin/ui/time.tsx';
import { CONTENT_MESSAGES } from './messages.ts';

export type ContentRecord = {
  id: string;
  slug?: string;
  updatedAt: string;
  deletedAt: string | null;
};

export type FormValues = Record<string, unknown>;

/** `record` is the last saved version; null for a new record. */
export type RecordForm<Entity, Values extends FormValues> = Form<Values> & {
  record: Entity | null;
};

type ContentDefinition<
  Entity extends Row,
  Values extends FormValues,
  Row extends ContentRecord = Entity,
> = {
  entity: ContentEntity;
  columns: readonly DataColumn<Row>[];
  /** Newest first if absent. */
  defaultSort?: string;
  subjectOf?: (row: Row) => string;
  schema: z.ZodType<FormValues>;
  blank: Values;
  /** Values of a new record that the owner's content decides. */
  fillBlank?: (from: { company: Company; categories: readonly string[] }) => Partial<Values>;
  labels: Record<keyof Values, string>;
  Fields: ComponentType<{ form: RecordForm<Entity, Values> }>;
  publication?: Publication<Entity, Row>;
  Screen?: ComponentType;
};

/** Content with drafts and public pages. List rows omit the text, so a record is loaded before editing. */
type Publication<Entity, Row> = {
  category: { label: string; all: string; path: string };
  publicPathOf: (row: Row) => string;
  previewPath: string;
  Preview: ComponentType<{ record: Entity }>;
};

/** Type-erased for the generic screens, which only pass a definition its own records. */
export type Content = ContentDefinition<ContentRecord, FormValues, ContentRecord>;

export function defineContent<
  Entity extends Row,
  Values extends FormValues,
  Row extends ContentRecord = Entity,
>(definition: ContentDefinition<Entity, Values, Row>): Content {
  return definition as unknown as Content;
}

type DescribedRecord = {
  fields: z.ZodObject;
  schemas: { change: z.ZodObject };
};

/** The form of a record whose fields are described. A new one omits those that the server assigns. */
export function describeForm(
  { nameField }: ContentEntity,
  { fields, schemas }: DescribedRecord,
  assigned: readonly string[] = [],
) {
  const unassigned = Object.fromEntries(assigned.map((name) => [name, undefined]));
  return {
    schema: schemas.change,
    labels: listLabels(fields),
    blank: { ...buildEmpty(fields), ...unassigned },
    Fields: ({ form }: { form: RecordForm<unknown, FormValues> }) =>
      listFields(fields)
        .filter(([name]) => form.record || !assigned.includes(name))
        .map(([name, field]) => (
          <ContentField
            key={name}
            form={form}
            name={name}
            field={field}
            subject={String(form.values[nameField])}
          />
        )),
  };
}

export function textColumn<Row>(
  label: string,
  textOf: (row: Row) => string | null,
): DataColumn<Row> {
  return {
    label,
    renderCell: (row) => textOf(row)?.trim() || CONTENT_MESSAGES.notAvailable,
    className: 'wrap-anywhere',
  };
}

export function orderColumn(label: string): DataColumn<{ sortOrder: number }> {
  return {
    label,
    sortBy: ['sort_order', 'ascending'],
    renderCell: ({ sortOrder }) => sortOrder,
    className: 'tabular-nums',
  };
}

type Shown = { deletedAt: string | null; isSample: boolean } & (
  | { isPublished: boolean; isFeatured?: boolean }
  | { isFeatured: boolean }
);

export const STATUS_COLUMN: DataColumn<Shown> = {
  brief: 'beside',
  label: CONTENT_MESSAGES.status,
  renderCell(row) {
    if (row.deletedAt !== null) {
      return (
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone="red">{CONTENT_MESSAGES.deleted}</Badge>
          <RelativeTime iso={row.deletedAt} />
        </span>
      );
    }
    return (
      <span className="flex flex-wrap items-center gap-2">
        {'isPublished' in row && <PublishedBadge isPublished={row.isPublished} />}
        {(row.isFeatured || !('isPublished' in row)) && (
          <FeaturedBadge isFeatured={row.isFeatured === true} />
        )}
        {row.isSample && <Badge tone="yellow">{CONTENT_MESSAGES.example}</Badge>}
      </span>
    );
  },
};

export const CREATED_COLUMN: DataColumn<{ createdAt: string }> = {
  brief: 'below',
  label: CONTENT_MESSAGES.created,
  sortBy: ['created_at', 'descending'],
  renderCell: ({ createdAt }) => <DateText iso={createdAt} />,
};
