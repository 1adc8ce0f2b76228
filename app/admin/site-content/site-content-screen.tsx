import type * as z from 'zod';
import { useEffect, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { getJson, sendJson } from '#app/admin/data/api.ts';
import { topBarTitle } from '#app/admin/data/screens.ts';
import { useForm } from '#app/admin/data/use-form.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { useHasUnsaved, useUnsaved } from '#app/admin/data/unsaved.ts';
import { Badge } from '#app/admin/ui/badge.tsx';
import { ContentField } from '#app/admin/ui/fields/content-field.tsx';
import { FormBody, FormNotice, SubmitButton } from '#app/admin/ui/form.tsx';
import { QueryError } from '#app/admin/ui/list.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { AdminPage } from '#app/admin/ui/page.tsx';
import { NextCard } from '#app/admin/ui/setup/setup-cards.tsx';
import { isShortcut, useKeyDown } from '#app/admin/ui/shortcuts.ts';
import { Spinner } from '#app/admin/ui/spinner.tsx';
import { LeaveGuard } from '#app/components/form/leave-guard.tsx';
import { isEmailKey } from '#shared/site-content/emails.ts';
import { listFields, listLabels } from '#shared/site-content/fields.ts';
import {
  CONTENT_TYPES,
  type ContentKey,
  type ContentScreen,
  listScreenContent,
} from '#shared/site-content/types.ts';
import { BrandTools } from './brand-tools.tsx';
import { Connections } from './connections.tsx';
import { EmailTools } from './email-tools.tsx';
import { CONNECTION_SCREEN_MESSAGES, SITE_CONTENT_MESSAGES as messages } from './messages.ts';

type Values = Record<string, unknown>;
type Managed = Values & { updatedAt: string | null; isSample: boolean };

/** `/admin/company` and `/admin/company/brand`: a path for each record, so that leaving one with changes is noticed. */
export function SiteContentScreen({ screen }: { screen: ContentScreen }) {
  const { pathname } = useLocation();
  const root = `/admin/${screen}`;
  const records = listScreenContent(screen).map((key, index) => ({
    key,
    path: index === 0 ? root : `${root}/${key.replace('/', '-')}`,
    label: CONTENT_TYPES[key].label,
  }));
  const connections = { path: CONNECTIONS_PATH, label: CONNECTION_SCREEN_MESSAGES.title };
  const parts = screen === 'company' ? [...records, connections] : records;
  const isConnections = pathname.replace(/\/$/, '') === CONNECTIONS_PATH;
  const shown = records.find(({ path }) => path === pathname.replace(/\/$/, '')) ?? records[0];
  if (!shown) return null;
  return (
    <AdminPage
      title={topBarTitle(root)}
      documentTitle={isConnections ? connections.label : messages.documentTitle(shown.key)}
    >
      {parts.length > 1 && (
        <nav aria-label={messages.parts} className="border-b border-line">
          <ul className="flex gap-1 overflow-x-auto p-1 pb-0">
            {parts.map(({ path, label }) => (
              <li key={path}>
                <NavLink
                  to={path}
                  end
                  className="inline-flex min-h-10 items-center border-b-2 border-transparent px-3 font-semibold whitespace-nowrap text-ink-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-accent pointer-coarse:min-h-11"
                >
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {isConnections ? <Connections /> : <ContentRecord key={shown.key} contentKey={shown.key} />}
    </AdminPage>
  );
}

function ContentRecord({ contentKey }: { contentKey: ContentKey }) {
  const query = useApiQuery<Managed>(`site-content/${contentKey}`);
  if (query.data) return <ContentForm contentKey={contentKey} record={query.data} />;
  return query.isLoading ? <Spinner label={messages.loading} /> : <QueryError query={query} />;
}

function toCurrent({ updatedAt, isSample: _isSample, ...values }: Managed) {
  return { values, version: updatedAt ?? '' };
}

function ContentForm({ contentKey, record }: { contentKey: ContentKey; record: Managed }) {
  const notify = useNotify();
  const { hash } = useLocation();
  const [isSaved, setIsSaved] = useState(false);
  const isEmail = isEmailKey(contentKey);
  const { label } = CONTENT_TYPES[contentKey];
  const schema: z.ZodObject = CONTENT_TYPES[contentKey].schema;
  const fields = listFields(schema);
  const path = `site-content/${contentKey}`;
  const form = useForm({
    schema,
    initial: toCurrent(record).values,
    version: toCurrent(record).version,
    draft: path,
    async save(values: Values, version) {
      const body = { ...values, updatedAt: version || null };
      return toCurrent(await sendJson<Managed>('PUT', path, body));
    },
    onSaved() {
      notify.success(messages.saved(label));
      setIsSaved(true);
    },
    loadCurrent: async () => toCurrent(await getJson<Managed>(path)),
  });
  useUnsaved(form.isDirty);
  useEffect(() => document.getElementById(hash.slice(1))?.focus(), [hash]);
  useKeyDown((event) => {
    if (!isShortcut(event, 'save')) return;
    event.preventDefault();
    void form.submit();
  });
  return (
    <div className={isEmail || contentKey === 'brand' ? COLUMNS : undefined}>
      <LeaveGuard isActive={useHasUnsaved()} isReleased={never} text={messages.leave(label)} />
      <FormBody form={form} labels={listLabels(schema)} className="grid max-w-3xl gap-4">
        {record.isSample && (
          <p className="flex flex-wrap items-center gap-2 text-ink-muted">
            <Badge tone="yellow">{messages.example}</Badge>
            {messages.exampleHint}
          </p>
        )}
        {fields.map(([name, field]) => (
          <ContentField key={name} form={form} name={name} field={field} />
        ))}
        <div className="sticky bottom-0 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface py-3">
          <FormNotice form={form} />
          {isSaved && <NextCard />}
          <SubmitButton form={form} label={messages.save} />
        </div>
      </FormBody>
      {contentKey === 'brand' && <BrandTools form={form} />}
      {isEmail && <EmailTools contentKey={contentKey} form={form} />}
    </div>
  );
}

const COLUMNS =
  'grid grid-cols-[minmax(0,1fr)] items-start gap-8 xl:grid-cols-[repeat(2,minmax(0,1fr))]';

const CONNECTIONS_PATH = '/admin/company/connections';

const never = () => false;
