import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import type { ServiceContext, Transaction } from '#server/context/context.ts';
import type { DB } from '#server/db/types.ts';
import type { ServiceError } from '#server/core/errors.ts';

export type ContentTable = {
  [Table in keyof DB]: DB[Table] extends { updatedAt: unknown; deletedAt: unknown } ? Table : never;
}[keyof DB];

export type ContentSchemas = {
  summary: z.ZodObject;
  record: z.ZodObject;
  input: z.ZodObject;
  /** Input with the version it is based on; without one, the save overwrites. */
  change: z.ZodObject;
};

export type ContentFilter = { query: z.ZodType; where: (value: never) => RawBuilder<boolean> };

export const publicationFilter = {
  query: z.enum(['published', 'draft'], { error: 'The status is published or draft' }).optional(),
  where: (status: 'published' | 'draft') => sql<boolean>`is_published = ${status === 'published'}`,
};

export type ContentDefinition<
  Schemas extends ContentSchemas = ContentSchemas,
  Filters extends Record<string, ContentFilter> = Record<string, ContentFilter>,
> = {
  table: ContentTable;
  schemas: Schemas;
  messages: { notFound: string; conflict: string };
  nameColumn: keyof z.output<Schemas['summary']> & string;
  subjectOf: (record: z.output<Schemas['record']>) => string;
  searched: RawBuilder<unknown>;
  filters?: Filters;
  isSorted?: boolean;
  toRow?: (
    ctx: ServiceContext,
    input: z.output<Schemas['input']>,
    options: { isNew: boolean },
  ) => Promise<object>;
  /** Rejects by throwing. `before`: null for a new record. */
  afterWrite?: (
    tx: Transaction,
    record: z.output<Schemas['record']>,
    before: z.output<Schemas['record']> | null,
  ) => Promise<void>;
  shownColumns?: (ctx: ServiceContext, isShown: boolean) => object;
  beforeRestore?: (tx: Transaction, id: string) => Promise<void>;
  explainConstraint?: (constraint: string) => ServiceError | null;
};

export type ContentQuery<Filters extends Record<string, ContentFilter>> = {
  search?: string | undefined;
  deleted?: boolean | undefined;
  sort?: string | undefined;
} & { [Name in keyof Filters]?: z.output<Filters[Name]['query']> };
