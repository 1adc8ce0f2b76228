import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#app/admin/ui/button.tsx';
import { Badge, type BadgeTone } from '#app/admin/ui/badge.tsx';
import { ListView, MoreButton, Table } from '#app/admin/ui/list.tsx';
import { DateText, RelativeTime, TimeText } from '#app/admin/ui/time.tsx';
import type { ApiPages } from '#app/admin/data/use-api-query.ts';
import { IP_RULE_TYPES, type IpRuleType } from '#shared/ip-rules/values.ts';
import type { IpRule } from '#shared/ip-rules/admin-schema.ts';
import { IpRuleDialog } from './ip-rule-dialog.tsx';

const COLUMNS = [
  { key: 'address', label: 'IP address or range' },
  { key: 'type', label: 'Type' },
  { key: 'reason', label: 'Reason' },
  { key: 'added', label: 'Added' },
  { key: 'ends', label: 'Ends' },
  { key: 'actions', label: 'Actions', isEnd: true },
];

const TONES: Record<IpRuleType, BadgeTone> = {
  blacklist: 'red',
  whitelist: 'green',
  suspicious: 'yellow',
};

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
    const stop = next && document.querySelector<HTMLElement>(`[data-rule="${next.id}"] button`);
    (stop ?? addButton.current)?.focus();
    rules.setItems((shown) => shown.filter(({ id }) => id !== rule.id));
    await onChanged();
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div>
        <Button ref={addButton} onClick={() => setIsAdding(true)} variant="primary" icon={Plus}>
          Add IP rule
        </Button>
      </div>
      <ListView
        items={items}
        query={{ ...rules, error: null }}
        loadingText="Loading IP rules..."
        emptyText="No IP rules"
        emptyHint="Press Add IP rule to allow, block or watch an address."
      >
        <Table label="IP rules" columns={COLUMNS} hasCards>
          {items?.map((rule) => (
            <tr
              key={rule.id}
              data-rule={rule.id}
              className={rule.isExpired ? 'text-ink-muted' : undefined}
            >
              <th scope="row" className="tabular-nums wrap-anywhere">
                {rule.ipAddress}
              </th>
              <td className="whitespace-nowrap">
                <Badge tone={TONES[rule.ruleType]}>
                  {IP_RULE_TYPES.find(({ value }) => value === rule.ruleType)?.label}
                </Badge>
                {rule.isAutomatic && (
                  <span className="ms-1">
                    <Badge tone="purple">Automatic</Badge>
                  </span>
                )}
              </td>
              <td className="max-w-80 min-w-40 wrap-anywhere">{rule.reason}</td>
              <td data-label="Added">
                <span className="whitespace-nowrap">
                  <DateText iso={rule.createdAt} /> <TimeText iso={rule.createdAt} />
                </span>
                {rule.createdByUsername && (
                  <span className="block text-ink-muted">by {rule.createdByUsername}</span>
                )}
              </td>
              <td data-label="Ends">
                <RuleEnd rule={rule} />
              </td>
              <td data-end>
                <Button onClick={() => void handleRemove(rule)} icon={Trash2}>
                  Remove<span className="sr-only"> {rule.ipAddress}</span>
                </Button>
              </td>
            </tr>
          ))}
        </Table>
        <MoreButton
          hasMore={rules.hasMore}
          isLoading={rules.isLoadingMore}
          onMore={rules.loadMore}
          summary={`Showing ${items?.length ?? 0}`}
        />
      </ListView>
      {isAdding && <IpRuleDialog onClose={() => setIsAdding(false)} onSaved={onChanged} />}
    </div>
  );
}

function RuleEnd({ rule }: { rule: IpRule }) {
  if (!rule.expiresAt) return 'Never';
  return (
    <>
      <span className="whitespace-nowrap">
        <DateText iso={rule.expiresAt} /> <TimeText iso={rule.expiresAt} />
      </span>
      <span className="block text-ink-muted">
        {rule.isExpired ? <Badge>Expired</Badge> : <RelativeTime iso={rule.expiresAt} />}
      </span>
    </>
  );
}
