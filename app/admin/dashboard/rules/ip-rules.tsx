import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#app/admin/ui/button.tsx';
import { Badge, type BadgeTone } from '#app/admin/ui/badge.tsx';
import { type DataColumn, DataList } from '#app/admin/ui/list/data-table.tsx';
import { Moment, RelativeTime } from '#app/admin/ui/time.tsx';
import type { ApiPages } from '#app/admin/data/use-api-query.ts';
import { IP_RULE_TYPES, type IpRuleType, MAX_IP_RULE_REASON } from '#shared/ip-rules/values.ts';
import { type IpRule, ipRuleInputSchema } from '#shared/ip-rules/admin-schema.ts';
import { COLUMN_MESSAGES, RULE_FORM_MESSAGES, RULES_MESSAGES as messages } from './messages.ts';
import * as z from 'zod';
import { FormDialog, SelectField, TextAreaField, TextField, useForm } from '#app/admin/ui/form.tsx';
import { sendJson } from '#app/admin/data/api.ts';
import { useNotify } from '#app/admin/ui/notify.ts';
import { IP_RULE_MESSAGES, ruleAddedMessage } from '#shared/ip-rules/messages.ts';
import { RuleEffect } from './rule-effect.tsx';

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

const LABELS = {
  ipAddress: messages.range,
  ruleType: messages.type,
  reason: messages.reason,
  expiresAt: messages.ends,
};

const INITIAL: { ipAddress: string; ruleType: IpRuleType; reason: string; expiresAt: string } = {
  ipAddress: '',
  ruleType: 'blacklist',
  reason: '',
  expiresAt: '',
};

// The control holds local time; the server expects an instant.
const formSchema = ipRuleInputSchema.extend({
  expiresAt: z.string().transform((text, ctx) => {
    if (text === '') return null;
    const end = new Date(text);
    if (end.getTime() > Date.now()) return end.toISOString();
    ctx.addIssue({ code: 'custom', message: IP_RULE_MESSAGES.end });
    return z.NEVER;
  }),
});

function IpRuleDialog({ onClose, onSaved }: { onClose: () => void; onSaved: () => Promise<void> }) {
  const notify = useNotify();
  const form = useForm({
    schema: formSchema,
    initial: INITIAL,
    async save(input) {
      try {
        const rule = await sendJson<IpRule>('POST', 'ip-rules', input);
        notify.success(ruleAddedMessage(rule.ipAddress, rule.ruleType));
      } catch (error) {
        notify.error(IP_RULE_MESSAGES.addFailed);
        throw error;
      }
    },
    onSaved(isWhole) {
      if (isWhole) onClose();
      void onSaved();
    },
  });

  const { ruleType } = form.values;
  const getField = (name: keyof typeof LABELS) => ({ form, name, label: LABELS[name] });
  return (
    <FormDialog
      title={messages.add}
      form={form}
      labels={LABELS}
      onClose={onClose}
      saveLabel={RULE_FORM_MESSAGES.save}
    >
      <TextField {...getField('ipAddress')} hint={RULE_FORM_MESSAGES.rangeHint} maxLength={60} />
      <SelectField
        {...getField('ruleType')}
        hint={RULE_FORM_MESSAGES.typeHints[ruleType]}
        options={IP_RULE_TYPES}
      />
      <RuleEffect ipAddress={form.values.ipAddress} ruleType={ruleType} />
      <TextAreaField
        {...getField('reason')}
        hint={
          ruleType === 'blacklist' ? RULE_FORM_MESSAGES.shownReason : RULE_FORM_MESSAGES.ownReason
        }
        rows={2}
        maxLength={MAX_IP_RULE_REASON}
      />
      <TextField
        {...getField('expiresAt')}
        label={RULE_FORM_MESSAGES.optionalEnd}
        hint={RULE_FORM_MESSAGES.endHint}
        type="datetime-local"
      />
    </FormDialog>
  );
}
