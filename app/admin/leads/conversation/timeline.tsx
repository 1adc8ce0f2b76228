import { useMutation } from '@tanstack/react-query';
import { Download, RotateCw, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { TimelineItem } from '#shared/conversations/admin-schema.ts';
import { suspectReasonLabel } from '#shared/leads/values.ts';
import { INBOUND_MARKS, type InboundMark } from '#shared/mails/inbound-messages.ts';
import { mailKindLabel, UNDELIVERED_STATUSES } from '#shared/mails/values.ts';
import { leftOutMessage } from '#shared/orders/messages.ts';
import { downloadFile, sendJson } from '#app/admin/data/api.ts';
import { useUnsentNotice } from '#app/admin/ui/mail/use-unsent-notice.ts';
import { useRole } from '#app/admin/data/role.ts';
import { LEAD_DIALOG_MESSAGES, LEAD_SCREEN_MESSAGES } from '#app/admin/leads/shared/messages.ts';
import { Badge, type BadgeTone } from '#app/admin/ui/badge.tsx';
import { Button } from '#app/admin/ui/button.tsx';
import { useConfirm } from '#app/admin/ui/dialog.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { RelativeTime } from '#app/admin/ui/time.tsx';
import { formatMegabytes } from '#app/lib/attachments.ts';
import { CONVERSATION_SCREEN_MESSAGES, TIMELINE_MESSAGES as messages } from './messages.ts';

const MAIL_TONES: Readonly<Record<string, BadgeTone>> = {
  pending: 'blue',
  sent: 'green',
  saved: 'yellow',
  failed: 'red',
  expired: 'yellow',
  bounced: 'red',
};

export function describeItem(item: TimelineItem): string {
  const { kind, via, adminUsername } = item;
  switch (kind) {
    case 'reply':
      return via === 'elsewhere'
        ? messages.repliedElsewhere(adminUsername)
        : messages.replied(adminUsername);
    case 'reply-lost':
      return messages.replyLost;
    case 'inbound':
      return item.otherAddress === null
        ? messages.inbound
        : messages.inboundFrom(item.otherAddress);
    case 'auto-reply':
      return messages.autoReply;
    case 'withdrawn':
    case 'resumed':
    case 'corrected':
      return messages[kind];
    case 'held':
    case 'released':
    case 'restored':
    case 'readdressed':
      return messages[kind](adminUsername);
    case 'erasure-asked':
    case 'emails-left-out':
      return messages[kind];
    case 'note':
      return messages.note(adminUsername);
    case 'assigned':
      return messages.assigned(adminUsername, item.assigneeUsername);
    case 'mail':
      return messages.mails[item.mailKind ?? ''] ?? mailKindLabel(item.mailKind ?? '');
    default:
      return messages.other(kind);
  }
}

function Files({ files, leadPath }: { files: TimelineItem['files']; leadPath: string }) {
  const notify = useNotify();
  if (files.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2" role="group" aria-label={messages.files}>
      {files.map(({ id, name, sizeBytes }) => (
        <Button
          key={id}
          icon={Download}
          aria-label={messages.download(name)}
          className="max-w-full whitespace-normal wrap-anywhere"
          onClick={() =>
            void downloadFile(`${leadPath}/attachments/${id}`, name).catch(() =>
              notify.error(messages.downloadFailed),
            )
          }
        >
          {name} <span className="text-ink-muted">{formatMegabytes(sizeBytes)}</span>
        </Button>
      ))}
    </div>
  );
}

const VARIANTS: Readonly<Record<string, string>> = {
  reply: 'border-s-accent bg-surface-sunken',
  inbound: 'border-s-ok bg-surface-sunken',
  note: 'border-s-warn bg-surface-sunken',
};

function ResendButton({ mailId, onDone }: { mailId: string; onDone: () => Promise<unknown> }) {
  const notify = useNotify();
  const unsent = useUnsentNotice();
  const { mutate, isPending } = useMutation({
    mutationFn: () => sendJson('POST', 'mails/resend', { ids: [mailId] }),
    onSuccess: () => notify.success(unsent ?? messages.resent),
    onError: () => notify.error(messages.resendFailed),
    onSettled: onDone,
  });
  return (
    <Button isDisabled={isPending} icon={RotateCw} onClick={() => mutate()}>
      {messages.resend}
    </Button>
  );
}

type RestoreProps = {
  entryId: string;
  email: string;
  leadPath: string;
  onDone: () => Promise<unknown>;
};

function RestoreButton({ entryId, email, leadPath, onDone }: RestoreProps) {
  const notify = useNotify();
  const confirm = useConfirm();
  const { mutate, isPending } = useMutation({
    mutationFn: () => sendJson('POST', `${leadPath}/corrections/${entryId}/restore-email`),
    onSuccess: () => notify.success(messages.restoredTo(email)),
    onError: () => notify.error(messages.restoreFailed),
    onSettled: onDone,
  });
  async function restore() {
    if (await confirm(messages.restoreQuestion(email))) mutate();
  }
  return (
    <Button isDisabled={isPending} icon={Undo2} onClick={() => void restore()}>
      {messages.restore}
    </Button>
  );
}

type ItemProps = {
  item: TimelineItem;
  leadPath: string;
  email: string;
  onChanged: () => Promise<unknown>;
};

function Item({ item, leadPath, email, onChanged }: ItemProps) {
  const { kind, body, quoted, suspectReasons, formerEmail, mailId, mailStatus, mailError } = item;
  const { may } = useRole();
  const canRestore = formerEmail !== email && may('administration');
  const isUndelivered = UNDELIVERED_STATUSES.some((status) => status === mailStatus);
  const isWord = kind in VARIANTS;
  const marks = item.marks.flatMap((mark) => INBOUND_MARKS[mark as InboundMark] ?? []);
  return (
    <li
      className={`grid gap-2 border-s-2 ps-3 ${isWord ? `${VARIANTS[kind]} rounded-e py-2 pe-3` : 'border-line'}`}
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className={isWord ? 'font-semibold' : 'text-ink-muted'}>{describeItem(item)}</span>
        {suspectReasons.length > 0 && <Badge tone="red">{LEAD_SCREEN_MESSAGES.suspect}</Badge>}
        {marks.map(({ label }) => (
          <Badge key={label} tone="yellow">
            {label}
          </Badge>
        ))}
        {mailStatus && (
          <Badge tone={MAIL_TONES[mailStatus] ?? 'neutral'}>
            {messages.states[mailStatus] ?? mailStatus}
          </Badge>
        )}
        <span className="text-ink-muted">
          <RelativeTime iso={item.createdAt} />
        </span>
        {mailId && isUndelivered && <ResendButton mailId={mailId} onDone={onChanged} />}
        {formerEmail && canRestore && (
          <RestoreButton
            entryId={item.id}
            email={formerEmail}
            leadPath={leadPath}
            onDone={onChanged}
          />
        )}
      </div>
      {suspectReasons.length > 0 && (
        <p className="text-sm text-ink-muted">
          {LEAD_DIALOG_MESSAGES.because(suspectReasons.map(suspectReasonLabel))}
        </p>
      )}
      {marks.map(({ hint }) => (
        <p key={hint} className="text-sm text-ink-muted">
          {hint}
        </p>
      ))}
      {mailError && <p className="text-sm text-ink-muted wrap-anywhere">{mailError}</p>}
      {body && <p className="max-w-prose whitespace-pre-wrap wrap-anywhere">{body}</p>}
      {quoted && (
        <details>
          <summary className="link w-fit">{messages.quoted}</summary>
          <p className="max-w-prose whitespace-pre-wrap text-ink-muted wrap-anywhere">{quoted}</p>
        </details>
      )}
      {item.rejectedFiles.map(({ name, reason }) => (
        <p key={name} className="text-sm text-ink-muted wrap-anywhere">
          {leftOutMessage(name, reason)}
        </p>
      ))}
      <Files files={item.files} leadPath={leadPath} />
    </li>
  );
}

function View({ item }: { item: TimelineItem }) {
  return (
    <>
      {messages.viewed(item.adminUsername, item.viewCount ?? 1)}{' '}
      <RelativeTime iso={item.createdAt} />
    </>
  );
}

function Views({ views }: { views: readonly [TimelineItem, ...TimelineItem[]] }) {
  const [latest, ...others] = views;
  const times = views.reduce((sum, { viewCount }) => sum + (viewCount ?? 1), 0);
  const usernames = [...new Set(views.map(({ adminUsername }) => adminUsername))];
  return (
    <li className="border-s-2 border-line ps-3 text-sm text-ink-muted">
      {others.length === 0 ? (
        <View item={latest} />
      ) : (
        <details>
          <summary className="w-fit py-0.5 hover:text-ink">
            {messages.views(times, usernames)} <RelativeTime iso={latest.createdAt} />
          </summary>
          <ul className="grid gap-1 ps-4 pt-1">
            {views.map((item) => (
              <li key={item.id}>
                <View item={item} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

type Props = {
  items: readonly TimelineItem[];
  leadPath: string;
  email: string;
  renderStatus: (item: TimelineItem) => ReactNode;
  hasEarlier: boolean;
  isLoadingEarlier: boolean;
  onEarlier: () => void;
  onChanged: () => Promise<unknown>;
  children: ReactNode;
};

function foldViews(items: readonly TimelineItem[]): [TimelineItem, ...TimelineItem[]][] {
  const folded: [TimelineItem, ...TimelineItem[]][] = [];
  for (const item of items) {
    const last = folded.at(-1);
    if (item.kind === 'viewed' && last?.[0].kind === 'viewed') last.push(item);
    else folded.push([item]);
  }
  return folded;
}

export function ConversationTimeline(props: Props) {
  const {
    items,
    leadPath,
    email,
    renderStatus,
    hasEarlier,
    isLoadingEarlier,
    onEarlier,
    onChanged,
    children,
  } = props;
  const news = useNews(items);
  return (
    <>
      <p role="status" className="sr-only">
        {news}
      </p>
      <ol className="grid gap-3">
        {foldViews(items).map(([item, ...others]) => {
          switch (item.kind) {
            case 'viewed':
              // The oldest view is a stable key.
              return <Views key={(others.at(-1) ?? item).id} views={[item, ...others]} />;
            case 'status':
              return renderStatus(item);
            default:
              return <Item key={item.id} {...{ item, leadPath, email, onChanged }} />;
          }
        })}
        {!hasEarlier && children}
      </ol>
      {hasEarlier && (
        <Button isDisabled={isLoadingEarlier} onClick={onEarlier} className="w-fit">
          {isLoadingEarlier
            ? CONVERSATION_SCREEN_MESSAGES.loadingEarlier
            : CONVERSATION_SCREEN_MESSAGES.earlier}
        </Button>
      )}
    </>
  );
}

const UNSAID = new Set(['mail', 'status', 'viewed']);

function useNews(items: readonly TimelineItem[]): string {
  const [news, setNews] = useState('');
  const seen = useRef<string | null>(null);
  const latest = items.find(({ kind }) => !UNSAID.has(kind));
  useEffect(() => {
    const saidAt = latest?.createdAt ?? '';
    // After an undo the latest entry is an old one.
    if (seen.current !== null && latest && saidAt > seen.current) {
      setNews(messages.isNew(describeItem(latest)));
    }
    seen.current = saidAt;
  }, [latest]);
  return news;
}
