import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { useRole } from '#app/admin/data/role.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { formatMoment } from '#app/admin/ui/dates.ts';
import { CheckConnection } from '#app/admin/ui/check-connection.tsx';
import { TimeText } from '#app/admin/ui/time.tsx';
import type { Account } from '#shared/admin-account/admin-schema.ts';
import type { SystemState as State } from '#shared/dashboard/admin-schema.ts';
import { MONITORING_REFRESH_MS } from '#shared/security-events/values.ts';
import type { AdminSiteSettings } from '#shared/site-settings/admin-schema.ts';
import type { Protection } from '#shared/traffic-protection/admin-schema.ts';
import { SYSTEM_MESSAGES as messages } from './messages.ts';
import { Panel } from './panel.tsx';

type Level = 'wrong' | 'ok' | 'unknown';
type Check = {
  name: string;
  level: Level;
  text: string;
  mend?: { to: string; label: string };
};

type Copy = readonly [ok: string, wrong: string];

const check = (name: string, isOk: boolean, [ok, wrong]: Copy, mend?: Check['mend']): Check => ({
  name,
  level: isOk ? 'ok' : 'wrong',
  text: isOk ? ok : wrong,
  ...(mend && { mend }),
});

/** A check that is shown only when it fails. */
const problem = (name: string, text: string, mend?: Check['mend']) =>
  check(name, false, ['', text], mend);

const isCheck = (found: Check | false | null | undefined): found is Check => Boolean(found);

function listChecks(state: State): Check[] {
  const { isWritable, freeBytes, failingJobs, mails, alerts } = state;
  const { names, copy, mend } = messages;
  return [
    check(names.database, isWritable, [copy.size(state.databaseBytes), copy.notWritable]),
    state.failedSubmissions > 0 &&
      problem(names.submissions, copy.failedSubmissions(state.failedSubmissions)),
    state.invalidSettings.length > 0 &&
      problem(names.settings, copy.invalidSettings(state.invalidSettings), {
        to: '/admin/settings',
        label: mend.settings,
      }),
    freeBytes === null
      ? { name: names.disk, level: 'unknown' as const, text: copy.unknown }
      : check(names.disk, !state.isDiskLow, [copy.free(freeBytes), copy.low(freeBytes)]),
    check(names.files, state.hasFiles, [copy.responds, copy.noFiles]),
    failingJobs === null
      ? { name: names.jobs, level: 'unknown' as const, text: copy.unknown }
      : check(names.jobs, failingJobs.length === 0 && !state.hasLateJobs, [
          copy.running,
          failingJobs.length > 0 ? copy.failing(failingJobs) : copy.late,
        ]),
    describeBackup(state),
    describeMails(mails),
    mails.inbox && describeInbox(mails.inbox),
    state.webhookError !== null && problem(names.webhook, state.webhookError),
    check(names.alerts, alerts === 0, [copy.noAlerts, copy.alerts(alerts)], {
      to: '/admin?tab=ddos&view=events&events=attention',
      label: mend.alerts,
    }),
  ].filter(isCheck);
}

function describeBackup({ backup, checkedAt }: State): Check {
  const { names, copy } = messages;
  if (backup === null) return { name: names.backup, level: 'unknown', text: copy.noBackup };
  const { restoredAt, tookMs, isLate, error, missingFiles } = backup;
  const ago = restoredAt === null ? null : Date.parse(checkedAt) - Date.parse(restoredAt);
  if (ago === null || isLate || error !== null) {
    const isBegun = ago === null && error === null && !isLate;
    return {
      name: names.backup,
      level: isBegun ? 'unknown' : 'wrong',
      text: copy.backupWrong(ago, error),
    };
  }
  return check(names.backup, missingFiles === 0, [
    copy.backedUp(ago, tookMs),
    copy.missingFiles(missingFiles),
  ]);
}

const MAILS = { to: '/admin/mails', label: messages.mend.mails };

function describeMails(mails: State['mails']): Check {
  const { names, copy } = messages;
  if (mails.isOverdue || mails.failed > 0) {
    return { name: names.mails, level: 'wrong', text: copy.mailsWrong(mails), mend: MAILS };
  }
  if (mails.transport === 'file') {
    return { name: names.mails, level: 'unknown', text: copy.mailFiles, mend: MAILS };
  }
  const { lastSentAt } = mails;
  return {
    name: names.mails,
    level: 'ok',
    text: copy.mailsGo(lastSentAt && formatMoment(lastSentAt)),
  };
}

function describeInbox(inbox: NonNullable<State['mails']['inbox']>): Check {
  const { names, copy } = messages;
  const { isConnected, lastMailAt, lastError, pending, passedOver } = inbox;
  const wrong = [
    ...(isConnected ? [] : [copy.inboxWrong(lastError)]),
    ...(pending > 0 ? [copy.inboxPending(pending)] : []),
    ...(passedOver.length > 0 ? [copy.inboxPassedOver(passedOver.map(formatMoment))] : []),
  ];
  const read = copy.inboxRead(lastMailAt && formatMoment(lastMailAt));
  return check(names.inbox, wrong.length === 0, [read, wrong.join(' ')]);
}

function useFurtherChecks(): Check[] {
  const settings = useApiQuery<AdminSiteSettings>('site-settings').data;
  const { may } = useRole();
  const protection = useApiQuery<Protection>('traffic/protection', {
    enabled: may('administration'),
  }).data;
  const account = useApiQuery<Account>('account').data;
  const { names, copy, mend } = messages;
  const further = [
    protection &&
      check(
        names.protection,
        protection.mode === 'on',
        [copy.protected, copy.unprotected[protection.mode]],
        { to: '/admin?tab=ddos', label: mend.protection },
      ),
    settings &&
      check(names.maintenance, !settings.maintenanceMode, [copy.open, copy.maintenance], {
        to: '/admin/settings?tab=maintenance',
        label: mend.maintenance,
      }),
    account &&
      check(names.account, account.hasSecondFactor, [copy.twoSteps, copy.oneStep], {
        to: '/admin/security',
        label: mend.account,
      }),
  ];
  return further.filter(isCheck);
}

export function SystemState() {
  const state = useApiQuery<State>('dashboard/system', { refetchInterval: MONITORING_REFRESH_MS });
  const further = useFurtherChecks();
  return (
    <Panel title={messages.title} query={state} lines={4}>
      {(data) => {
        const { publicDefaults } = data;
        const { names, copy } = messages;
        const checks = [...listChecks(data), ...further];
        if (publicDefaults.length > 0) {
          checks.push(problem(names.company, copy.publicDefaults(publicDefaults)));
        }
        const wrong = [
          ...checks.filter(({ level }) => level === 'wrong'),
          ...checks.filter(({ level }) => level === 'unknown'),
        ];
        const fine = checks.filter(({ level }) => level === 'ok');
        return (
          <>
            <p role="status" className="font-medium">
              {messages.summary(checks.filter(({ level }) => level === 'wrong').length)}
            </p>
            {wrong.length > 0 && (
              <ul className="grid border-t border-line">
                {wrong.map((shown) => (
                  <li key={shown.name} className="flex gap-3 border-b border-line py-2">
                    <WrongCheck check={shown} />
                  </li>
                ))}
              </ul>
            )}
            <ul className="grid gap-x-4 gap-y-1 sm:grid-cols-2 xl:grid-cols-1">
              {fine.map(({ name, text }) => (
                <li key={name} className="flex gap-3">
                  <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
                  <span className="min-w-0">
                    {name}
                    <span className="text-ink-muted">
                      {messages.separator}
                      {text}
                    </span>
                  </span>
                </li>
              ))}
            </ul>
            <div className="flex flex-wrap items-center gap-2">
              <CheckConnection label={messages.checkMails} />
            </div>
            <p className="text-sm text-ink-muted">
              {messages.checkedAt}
              <TimeText iso={data.checkedAt} />
            </p>
          </>
        );
      }}
    </Panel>
  );
}

function WrongCheck({ check: { name, level, text, mend } }: { check: Check }) {
  const { mayOpen } = useRole();
  const Icon = level === 'wrong' ? TriangleAlert : CircleHelp;
  return (
    <>
      <Icon
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 ${level === 'wrong' ? 'text-warn' : 'text-ink-muted'}`}
      />
      <span className="grid min-w-0 justify-items-start">
        <span className="font-semibold">{name}</span>
        <span className="wrap-anywhere">{text}</span>
        {mend && mayOpen(mend.to) && (
          <Link to={mend.to} className="link">
            {mend.label}
          </Link>
        )}
      </span>
    </>
  );
}
