import { useMutation } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { getJson } from '#app/admin/data/api.ts';
import { Button } from '#app/admin/ui/button.tsx';
import { formatCount } from '#app/admin/ui/format-count.ts';
import { useFailureToast, useNotify } from '#app/admin/ui/notify.ts';
import { Notice, Problem } from '#app/admin/ui/problem.tsx';
import { type DataColumn, DataList } from '#app/admin/ui/list/data-table.tsx';
import { ExportButton } from '#app/admin/ui/export-button.tsx';
import { FilterSelect, SearchBox, Toolbar } from '#app/admin/ui/list.tsx';
import { AdminPage } from '#app/admin/ui/page.tsx';
import { StatCards } from '#app/admin/ui/section.tsx';
import { useListState } from '#app/admin/data/use-list-state.ts';
import { useApiPages, useApiQuery } from '#app/admin/data/use-api-query.ts';
import {
  AUDIT_ACTIONS,
  AUDIT_COLUMNS,
  AUDIT_RANGES,
  type AuditAction,
  DEFAULT_AUDIT_RANGE,
  NO_ADMIN,
  shortId,
} from '#shared/contact-audit/values.ts';
import { AUDIT_MESSAGES } from '#shared/contact-audit/messages.ts';
import type {
  AuditEntry,
  AuditStats,
  AuditVerification,
} from '#shared/contact-audit/admin-schema.ts';
import { AUDIT_SCREEN_MESSAGES as messages } from './messages.ts';
import { Badge, type BadgeTone } from '#app/admin/ui/badge.tsx';
import { Moment } from '#app/admin/ui/time.tsx';

const DEFAULTS = { search: '', action: 'all', range: DEFAULT_AUDIT_RANGE };
// Polled: every read creates an entry, so the server announces none.
const REFRESH = { refetchInterval: 10_000 };

function describeVerification(verification: AuditVerification): string {
  const { entries, removedSearches, replacedKey, brokenAt, reason } = verification;
  if (brokenAt !== null) return messages.broken(brokenAt, reason ?? '');
  const removed = removedSearches ? formatCount(removedSearches) : null;
  const intact = messages.intact(formatCount(entries ?? 0), removed);
  return replacedKey ? `${intact} ${messages.replacedKey(replacedKey.until)}` : intact;
}

export function ContactAuditPage() {
  const { filter, getInput, clearFilter, isFiltered, pages, setPages } = useListState(DEFAULTS);
  const notify = useNotify();
  const query = new URLSearchParams(filter);
  const entries = useApiPages<AuditEntry>(`contact-audit?${query}`, {
    pages,
    setPages,
    ...REFRESH,
  });
  const range = encodeURIComponent(filter.range);
  const stats = useApiQuery<AuditStats>(`contact-audit/stats?range=${range}`, REFRESH);
  useFailureToast(entries.error, AUDIT_MESSAGES.loadFailed);
  const verifying = useMutation({
    mutationFn: () => getJson<AuditVerification>('contact-audit/verification'),
    onError: (error) => notify.error(`${AUDIT_MESSAGES.verifyFailed}. ${error.message}`),
  });
  const isWholeRange = filter.search === '' && filter.action === 'all';

  return (
    <AdminPage
      title={messages.title}
      actions={
        <>
          <Button
            isDisabled={verifying.isPending}
            onClick={() => verifying.mutate()}
            icon={ShieldCheck}
          >
            {verifying.isPending ? messages.verifying : messages.verify}
          </Button>
          <ExportButton
            label={messages.handOver}
            path="contact-audit/export.jsonl?"
            fileName="contact_audit.jsonl"
            messages={AUDIT_MESSAGES}
            onSettled={() => void Promise.all([entries.reload(), stats.reload()])}
          />
          <ExportButton
            label={messages.export}
            isPrimary
            path={`contact-audit/export.csv?${query}`}
            fileName="contact_audit.csv"
            messages={AUDIT_MESSAGES}
            onSettled={() => void Promise.all([entries.reload(), stats.reload()])}
          />
        </>
      }
    >
      <div role="status" className="empty:absolute">
        {verifying.data && (
          <Notice
            isAlert={!verifying.data.isIntact}
            text={describeVerification(verifying.data)}
            onClose={() => verifying.reset()}
          />
        )}
      </div>
      <Problem>{verifying.error && AUDIT_MESSAGES.verifyFailed}</Problem>
      <StatCards
        title={messages.statistics}
        labels={messages.labels}
        values={stats.data}
        isLoading={stats.isLoading}
        className="grid-cols-2 lg:grid-cols-3 xl:grid-cols-5"
      />
      <Toolbar>
        <SearchBox label={messages.search} {...getInput('search', { replace: true })} />
        <FilterSelect
          label={messages.action}
          options={[{ value: 'all', label: messages.allActions }, ...AUDIT_ACTIONS]}
          {...getInput('action')}
        />
        <FilterSelect label={messages.range} options={AUDIT_RANGES} {...getInput('range')} />
      </Toolbar>
      <DataList
        messages={{ ...AUDIT_MESSAGES, ...messages }}
        isMain
        columns={COLUMNS}
        items={entries.items}
        query={entries}
        total={isWholeRange ? stats.data?.totalAccesses : undefined}
        onClearFilters={isFiltered ? clearFilter : undefined}
      />
    </AdminPage>
  );
}

const TONES: Record<AuditAction, BadgeTone> = {
  view: 'blue',
  bulk_view: 'blue',
  detailed_view: 'yellow',
  update: 'green',
  export: 'red',
  search: 'purple',
};

function getLead({ messageId, orderId }: AuditEntry) {
  if (messageId) return <span title={messageId}>{shortId(messageId)}</span>;
  if (orderId) return <span title={orderId}>{messages.order(shortId(orderId))}</span>;
  return messages.nothing;
}

const CELLS: Record<(typeof AUDIT_COLUMNS)[number], Omit<DataColumn<AuditEntry>, 'label'>> = {
  Timestamp: {
    isHead: true,
    className: 'font-normal',
    renderCell: ({ createdAt }) => (
      <span title={createdAt}>
        <Moment iso={createdAt} />
      </span>
    ),
  },
  Action: {
    renderCell: ({ action }) => (
      <Badge tone={TONES[action]}>
        {AUDIT_ACTIONS.find(({ value }) => value === action)?.label}
      </Badge>
    ),
  },
  'Message ID': { className: 'whitespace-nowrap', renderCell: getLead },
  'Admin ID': {
    className: 'whitespace-nowrap',
    renderCell: ({ adminUserId: id, adminUsername: name }) =>
      id ? <span title={name ? `${name} (${id})` : id}>{shortId(id)}</span> : NO_ADMIN,
  },
  'IP Address': {
    renderCell: ({ ipAddress, userAgent }) => (
      <span title={userAgent ?? undefined}>{ipAddress ?? messages.nothing}</span>
    ),
  },
  'Fields Accessed': {
    className: 'max-w-72 min-w-40 wrap-anywhere',
    renderCell: ({ accessedFields }) => accessedFields.join(', ') || messages.nothing,
  },
  'Search Query': {
    className: 'max-w-64 wrap-anywhere',
    renderCell: ({ searchQuery, isSearchRemoved }) =>
      isSearchRemoved ? (
        <span className="text-muted-foreground italic">{AUDIT_MESSAGES.searchRemoved}</span>
      ) : (
        (searchQuery ?? messages.nothing)
      ),
  },
};

const COLUMNS = AUDIT_COLUMNS.map((label) => ({ label, ...CELLS[label] }));
