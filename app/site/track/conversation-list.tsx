import { formatMegabytes } from '#app/lib/attachments.ts';
import { useCompany } from '#app/components/live-settings.tsx';
import { leftOutMessage } from '#shared/orders/messages.ts';
import { whenOf } from '#shared/office-hours/sentences.ts';
import type { TrackedItem } from '#shared/tracking/values.ts';
import { TRACK_MESSAGES } from './messages.ts';

const EVENTS = {
  withdrawn: TRACK_MESSAGES.withdrew,
  resumed: TRACK_MESSAGES.resumed,
  corrected: TRACK_MESSAGES.corrected,
  restored: TRACK_MESSAGES.restored,
  readdressed: TRACK_MESSAGES.readdressed,
  elsewhere: TRACK_MESSAGES.elsewhere,
} as const;

const OURS = new Set<TrackedItem['kind']>(['team', 'elsewhere', 'restored', 'readdressed']);

function formatAuthor({ kind, author }: TrackedItem, company: string): string {
  if (kind === 'unconfirmed') return TRACK_MESSAGES.unconfirmed;
  return OURS.has(kind) ? TRACK_MESSAGES.author(author, company) : TRACK_MESSAGES.you;
}

type ItemProps = { item: TrackedItem; path: string; timeZone: string; isLast: boolean };

function Item({ item, path, timeZone, isLast }: ItemProps) {
  const { kind, at, body, files, leftOutFiles } = item;
  const company = useCompany();
  const event = kind in EVENTS ? EVENTS[kind as keyof typeof EVENTS] : null;
  return (
    <li
      id={isLast ? 'latest' : undefined}
      className={`scroll-mt-24 border-s-4 py-1 ps-4 ${OURS.has(kind) ? 'border-s-accent' : 'border-s-line'}`}
    >
      <p className="flex flex-wrap items-baseline gap-x-3 text-sm text-ink-muted">
        <span className="font-medium text-ink wrap-anywhere">
          {formatAuthor(item, company.name)}
        </span>
        <time dateTime={at}>{whenOf(new Date(at), timeZone)}</time>
      </p>
      {event && <p className="mt-1">{event}</p>}
      {body && <p className="mt-1 max-w-text whitespace-pre-line wrap-anywhere">{body}</p>}
      {leftOutFiles.map(({ name, reason }) => (
        <p key={name} className="mt-1 max-w-text text-ink-muted wrap-anywhere">
          {leftOutMessage(name, reason)}
        </p>
      ))}
      {files.length > 0 && (
        <ul aria-label={TRACK_MESSAGES.files} className="mt-2 grid justify-items-start">
          {files.map(({ id, name, sizeBytes }) => (
            <li key={id}>
              <a
                href={`${path}/files/${id}`}
                download
                className="link inline-flex min-h-11 items-center wrap-anywhere"
              >
                {TRACK_MESSAGES.file(name, formatMegabytes(sizeBytes))}
              </a>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

type Props = { items: readonly TrackedItem[]; path: string; timeZone: string };

export function ConversationList({ items, path, timeZone }: Props) {
  return (
    <ol className="grid gap-6">
      {items.map((item, index) => (
        <Item
          key={item.id}
          item={item}
          path={path}
          timeZone={timeZone}
          isLast={index === items.length - 1}
        />
      ))}
    </ol>
  );
}
