import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#app/admin/ui/button.tsx';
import { Badge, type BadgeTone } from '#app/admin/ui/badge.tsx';
import { type DataColumn, DataList } from '#app/admin/ui/list/data-table.tsx';
import { Moment, RelativeTime } from '#app/admin/ui/time.tsx';
import type { ApiPages } from '#app/admin/data/use-api-query.ts';
import { IP_RULE_TYPES, type IpRuleType } from '#shared/ip-rules/values.ts';
import type { IpRule } from '#shared/ip-rules/admin-schema.ts';
import { IpRuleDialog } from './ip-rule-dialog.tsx';
import { COLUMN_MESSAGES, RULES_MESSAGES as messages } from './messages.ts';

const TONES: Record<IpRuleType, BadgeTone> = {
  blacklist: 'red',
  whitelist: 'green',
  suspicious: 'yellow',
};

const COLUMNS: DataColumn<IpRule>[] = [
  {
    label: messages.range,
    isHead: true,
    className: 'wrap-anywhere',
    renderCell: ({ ipAddress }) => ipAddress,
  },
  {
    label: messages.type,
    className: 'space-x-1 whitespace-nowrap',
    renderCell: ({ ruleType, isAutomatic }) => (
      <>
        <Badge tone={TONES[ruleType]}>
          {IP_RULE_TYPES.find(({ value }) => value === ruleType)?.label}
        </Badge>
        {isAutomatic && <Badge tone="purple">{messages.automatic}</Badge>}
      </>
    ),
  },
  {
    label: messages.reason,
    className: 'max-w-80 min-w-40 wrap-anywhere',
    renderCell: ({ reason }) => reason,
  },
  {
    label: messages.added,
    hasCardLabel: true,
    renderCell: ({ createdAt, createdByUsername }) => (
      <>
        <Moment iso={createdAt} />
        {createdByUsername && (
          <span className="block text-ink-muted">{messages.by(createdByUsername)}</span>
        )}
      </>
    ),
  },
  {
    label: messages.ends,
    hasCardLabel: true,
    renderCell: ({ expiresAt, isExpired }) =>
      expiresAt ? (
        <>
          <Moment iso={expiresAt} />
          <span className="block text-ink-muted">
            {isExpired ? <Badge>{messages.expired}</Badge> : <RelativeTime iso={expiresAt} />}
          </span>
        </>
      ) : (
        messages.never
      ),
  },
];

type Props = {
  rules: ApiPages<IpRule>;
  onRemove: (rule: IpRule) => Promise<boolean>;
  onChanged: () => Promise<void>;
};

export function IpRules({ rules, onRemove, onChanged }: Props) {
  const [isAdding, setIsAdding] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const { items } = rules;

  async function handleRemove(rule: IpRule) {
    if (!(await onRemove(rule))) return;
    const index = items?.findIndex(({ id }) => id === rule.id) ?? -1;
    const next = items?.[index + 1] ?? items?.[index - 1];
    const stop = next && document.querySelector<HTMLElement>(`[data-row="${next.id}"] button`);
    (stop ?? addButton.current)?.focus();
    rules.setItems((shown) => shown.filter(({ id }) => id !== rule.id));
    await onChanged();
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div>
        <Button ref={addButton} onClick={() => setIsAdding(true)} variant="primary" icon={Plus}>
          {messages.add}
        </Button>
      </div>
      <DataList
        messages={messages}
        hasCards
        columns={[
          ...COLUMNS,
          {
            label: COLUMN_MESSAGES.actions,
            isEnd: true,
            renderCell: (rule) => (
              <Button onClick={() => void handleRemove(rule)} icon={Trash2}>
                {messages.remove}
                <span className="sr-only"> {rule.ipAddress}</span>
              </Button>
            ),
          },
        ]}
        rowPropsOf={({ id, isExpired }) => ({
          'data-row': id,
          className: isExpired ? 'text-ink-muted' : undefined,
        })}
        items={items}
        query={{ ...rules, error: null }}
      />
      {isAdding && <IpRuleDialog onClose={() => setIsAdding(false)} onSaved={onChanged} />}
    </div>
  );
}
