import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import { Button } from '#app/admin/ui/button.tsx';
import { Badge } from '#app/admin/ui/badge.tsx';
import { ConflictView, fieldId, FormErrors, FormNotice, useForm } from '#app/admin/ui/form.tsx';
import { useConfirm } from '#app/admin/ui/dialog.tsx';
import { AdminPage } from '#app/admin/ui/page.tsx';
import { Tabs } from '#app/admin/ui/tabs.tsx';
import { ApiError, getJson, sendJson } from '#app/admin/data/api.ts';
import { useFailureToast, useNotify } from '#app/admin/ui/notify.ts';
import { logFailure, logOnly } from '#app/admin/data/log.ts';
import { isShortcut, useKeyDown } from '#app/admin/ui/shortcuts.ts';
import { useUnsaved } from '#app/admin/data/unsaved.ts';
import { UploadContext } from '#app/admin/data/uploads.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { useQueryState } from '#app/admin/data/use-query-state.ts';
import { LeaveGuard } from '#app/components/form/leave-guard.tsx';
import { SETTINGS_MESSAGES } from '#shared/site-settings/messages.ts';
import type { AdminSiteSettings } from '#shared/site-settings/admin-schema.ts';
import { OfficeHoursTab } from './office-hours-tab.tsx';
import { ClaimsTab } from './claims/claims-tab.tsx';
import { LogosTab } from './logos-tab.tsx';
import { SETTINGS_SCREEN_MESSAGES as messages } from './messages.ts';
import {
  bodyOf,
  errorsOf,
  FIELDS_OF_TABS,
  SETTINGS_LABELS,
  type SettingsForm as Form,
  settingsFormSchema,
  type SettingsTab,
  valuesOf,
} from './settings-fields.ts';
import { CopyrightTab, MaintenanceTab, PoliciesTab, SocialLinksTab } from './text-tabs.tsx';
import { QueryError } from '#app/admin/ui/list.tsx';
import { Spinner } from '#app/admin/ui/spinner.tsx';

const FIRST_TAB = { tab: 'logos' };

const never = () => false;

/** Only logs the result: the server checks the session again on save. */
async function checkSession(): Promise<void> {
  try {
    logOnly('Session before the settings are saved:', await getJson('session-check'));
  } catch (error) {
    logFailure('The session could not be checked before the settings are saved.', error);
  }
}

function focusField(name: string): boolean {
  const field = document.getElementById(fieldId(name));
  field?.focus();
  return field !== null;
}

function SettingsForm({ settings }: { settings: AdminSiteSettings }) {
  const notify = useNotify();
  const confirm = useConfirm();
  const [{ tab }, setQuery] = useQueryState(FIRST_TAB);
  // Field to focus once its tab is open.
  const wanted = useRef(useLocation().hash.replace('#field-', '') || null);

  const form = useForm({
    schema: settingsFormSchema,
    initial: valuesOf(settings),
    version: settings.updatedAt,
    draft: 'site-settings',
    async save(values, updatedAt) {
      await checkSession();
      try {
        const body = bodyOf(values, updatedAt);
        const saved = await sendJson<AdminSiteSettings>('PUT', 'site-settings', body);
        return { values: valuesOf(saved), version: saved.updatedAt };
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 409)) {
          notify.error(SETTINGS_MESSAGES.saveFailed);
        }
        throw error;
      }
    },
    onSaved: () => notify.success(SETTINGS_MESSAGES.saved),
    async loadCurrent() {
      const current = await getJson<AdminSiteSettings>('site-settings');
      return { values: valuesOf(current), version: current.updatedAt };
    },
  });

  useUnsaved(form.isDirty);

  async function submit() {
    const turnsOn = form.values.maintenanceMode && !settings.maintenanceMode;
    if (!turnsOn || (await confirm(SETTINGS_MESSAGES.maintenanceQuestion))) await form.submit();
  }

  const isNewer = settings.updatedAt > form.version && !form.isSaving && !form.conflict;
  const takeNewer = () =>
    form.takeNewer({ values: valuesOf(settings), version: settings.updatedAt });
  const follow = useEffectEvent(takeNewer);
  useEffect(() => {
    if (isNewer && !form.isDirty) follow();
  }, [form.isDirty, isNewer]);

  function goTo(name: string) {
    const itsTab = messages.tabs.find(({ value }) =>
      FIELDS_OF_TABS[value].some((it) => it === name.split('.')[0]),
    );
    if (!itsTab || (itsTab.value === tab && focusField(name))) return;
    wanted.current = name;
    setQuery({ tab: itsTab.value }, { replace: true });
  }

  useEffect(() => {
    if (wanted.current && focusField(wanted.current)) wanted.current = null;
  }, [tab]);

  // Corrections must not move the focus, only rejected attempts.
  const { rejections } = form;
  const showFirstError = useEffectEvent(() => {
    const first = Object.values(FIELDS_OF_TABS)
      .flat()
      .flatMap((name) => errorsOf(form, name))[0];
    if (first) goTo(first);
  });
  useEffect(() => {
    if (rejections > 0) showFirstError();
  }, [rejections]);

  useKeyDown((event) => {
    if (!isShortcut(event, 'save')) return;
    event.preventDefault();
    if (!document.querySelector('dialog[open]')) void submit();
  });

  const contents: Record<SettingsTab, ReactNode> = {
    logos: <LogosTab form={form} />,
    maintenance: <MaintenanceTab form={form} />,
    copyright: <CopyrightTab form={form} />,
    social: <SocialLinksTab form={form} />,
    policies: <PoliciesTab form={form} />,
    hours: <OfficeHoursTab form={form} />,
    numbers: <ClaimsTab />,
  };

  return (
    <AdminPage title={messages.title}>
      <LeaveGuard isActive={form.isDirty} isReleased={never} text={messages.leave} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        className="grid grid-cols-[minmax(0,1fr)] gap-5"
      >
        <div role="status" className="empty:absolute">
          {isNewer && form.isDirty && (
            <div className="card flex flex-wrap items-center justify-between gap-3 border-s-4 border-s-warn p-4">
              <p className="font-semibold">{messages.isNewer}</p>
              <Button onClick={takeNewer}>{messages.reload}</Button>
            </div>
          )}
        </div>
        <FormErrors form={form} labels={SETTINGS_LABELS} onGoTo={goTo} />
        <ConflictView form={form} labels={SETTINGS_LABELS} />
        <UploadContext value={form.uploads.run}>
          <Tabs
            label={messages.title}
            value={tab}
            onChange={(value) => setQuery({ tab: value })}
            aside={
              <>
                <FormNotice form={form} />
                {form.isDirty && !form.notice && (
                  <span className="text-ink-muted">{messages.unsaved}</span>
                )}
                <Button type="submit" isDisabled={form.isSaving} variant="primary">
                  {form.isSaving ? messages.saving : messages.save}
                </Button>
              </>
            }
            tabs={messages.tabs.map((shown) => ({
              ...shown,
              badge: <ErrorCount form={form} tab={shown.value} />,
              content: contents[shown.value],
            }))}
          />
        </UploadContext>
      </form>
    </AdminPage>
  );
}

function ErrorCount({ form, tab }: { form: Form; tab: SettingsTab }) {
  const count = FIELDS_OF_TABS[tab].flatMap((name) => errorsOf(form, name)).length;
  if (count === 0) return null;
  return (
    <Badge tone="red">
      {count}
      <span className="sr-only">{messages.errors(count)}</span>
    </Badge>
  );
}

/** Saved changes by others appear until something is typed; then they are a notice or a conflict. */
export function SettingsPage() {
  const settings = useApiQuery<AdminSiteSettings>('site-settings');
  useFailureToast(settings.error, SETTINGS_MESSAGES.loadFailed);

  if (settings.data) return <SettingsForm settings={settings.data} />;
  return (
    <AdminPage title={messages.title}>
      {settings.isLoading ? <Spinner label={messages.loading} /> : <QueryError query={settings} />}
    </AdminPage>
  );
}
