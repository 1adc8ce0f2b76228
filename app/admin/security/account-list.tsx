import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { Badge } from '#app/admin/ui/badge.tsx';
import { Button } from '#app/admin/ui/button.tsx';
import { type DataColumn, DataList } from '#app/admin/ui/list/data-table.tsx';
import { useConfirm } from '#app/admin/ui/dialog.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { Problem } from '#app/admin/ui/problem.tsx';
import { RelativeTime } from '#app/admin/ui/time.tsx';
import { SECURITY_MESSAGES } from './messages.ts';

export function timeColumn<Name extends string>(label: string, name: Name) {
  return {
    label,
    renderCell: (row: Record<Name, string | null>) =>
      row[name] === null ? SECURITY_MESSAGES.never : <RelativeTime iso={row[name]} />,
  };
}

export const IP_COLUMN = {
  label: SECURITY_MESSAGES.ipAddress,
  renderCell: ({ ipAddress }: { ipAddress: string | null }) =>
    ipAddress ?? SECURITY_MESSAGES.unknown,
};

type Removal<Row> = {
  label: string;
  question: string;
  textOf: (row: Row) => string;
  confirm: string;
  remove: (row: Row) => Promise<void>;
  done: string;
  failed: string;
  onSettled?: () => void;
};

type Messages = {
  heading: string;
  explanation: string;
  label: string;
  loading: string;
  empty: string;
  emptyHint?: string;
  name: string;
  /** Row of this browser, which cannot be removed. */
  current?: string;
};

type Props<Row> = {
  endpoint: string;
  refetchInterval?: number;
  messages: Messages;
  getName: (row: Row) => string;
  titleOf?: (row: Row) => string | null;
  columns: readonly DataColumn<Row>[];
  removal?: Removal<Row>;
};

export function AccountList<Row extends { id: string; isCurrent?: boolean }>(props: Props<Row>) {
  const { endpoint, refetchInterval = false, messages, getName, titleOf, columns, removal } = props;
  const query = useApiQuery<{ items: Row[] }>(endpoint, { refetchInterval });
  const heading = useRef<HTMLHeadingElement>(null);
  const confirm = useConfirm();
  const notify = useNotify();
  const removing = useMutation({
    mutationFn: async (row: Row) => removal?.remove(row),
    onSuccess: () => removal && notify.success(removal.done),
    onError: () => removal && notify.error(removal.failed),
    async onSettled() {
      removal?.onSettled?.();
      await query.reload();
      heading.current?.focus();
    },
  });

  async function handleRemove(row: Row, { question, textOf, confirm: label }: Removal<Row>) {
    const asked = { title: question, text: textOf(row), confirmLabel: label, isDestructive: true };
    if (await confirm(asked)) removing.mutate(row);
  }

  const currentOf = (row: Row) => row.isCurrent && <Badge tone="green">{messages.current}</Badge>;
  const shown: DataColumn<Row>[] = [
    {
      label: messages.name,
      isHead: true,
      className: 'min-w-36 wrap-anywhere',
      renderCell: (row) => (
        <span title={titleOf?.(row) ?? undefined}>
          {getName(row)} {!removal && currentOf(row)}
        </span>
      ),
    },
    ...columns,
  ];
  if (removal) {
    shown.push({
      label: SECURITY_MESSAGES.actions,
      isEnd: true,
      renderCell: (row) =>
        currentOf(row) || (
          <Button onClick={() => void handleRemove(row, removal)}>
            {removal.label}
            <span className="sr-only"> {getName(row)}</span>
          </Button>
        ),
    });
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id={`${endpoint}-heading`} ref={heading} tabIndex={-1} className="text-lg outline-none">
        {messages.heading}
      </h2>
      <p className="text-ink-muted">{messages.explanation}</p>
      <Problem>{removing.error?.message}</Problem>
      <DataList messages={messages} columns={shown} items={query.data?.items} query={query} />
    </div>
  );
}
