import * as z from 'zod';
import { FormDialog, SelectField, TextAreaField, TextField, useForm } from '#app/admin/ui/form.tsx';
import { sendJson } from '#app/admin/data/api.ts';
import { useNotify } from '#app/admin/ui/notify.ts';
import { IP_RULE_MESSAGES, ruleAddedMessage } from '#shared/ip-rules/messages.ts';
import { IP_RULE_TYPES, type IpRuleType, MAX_IP_RULE_REASON } from '#shared/ip-rules/values.ts';
import { type IpRule, ipRuleInputSchema } from '#shared/ip-rules/admin-schema.ts';
import { RuleEffect } from './rule-effect.tsx';

const LABELS = {
  ipAddress: 'IP address or range',
  ruleType: 'Type',
  reason: 'Reason',
  expiresAt: 'Ends',
};

const INITIAL: { ipAddress: string; ruleType: IpRuleType; reason: string; expiresAt: string } = {
  ipAddress: '',
  ruleType: 'blacklist',
  reason: '',
  expiresAt: '',
};

const TYPE_HINTS: Record<IpRuleType, string> = {
  blacklist: 'Every request is refused, with the reason and the end.',
  whitelist: 'Never limited or blocked, whatever it does. Wins over a block of the same range.',
  suspicious: 'Keeps its access, with tighter limits.',
};

// The control knows the administrator's local time; the server is told an instant.
const formSchema = ipRuleInputSchema.extend({
  expiresAt: z.string().transform((text, ctx) => {
    if (text === '') return null;
    const end = new Date(text);
    if (end.getTime() > Date.now()) return end.toISOString();
    ctx.addIssue({ code: 'custom', message: IP_RULE_MESSAGES.end });
    return z.NEVER;
  }),
});

type Props = { onClose: () => void; onSaved: () => Promise<void> };

export function IpRuleDialog({ onClose, onSaved }: Props) {
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
  return (
    <FormDialog
      title="Add IP rule"
      form={form}
      labels={LABELS}
      onClose={onClose}
      saveLabel="Add rule"
    >
      <TextField
        form={form}
        name="ipAddress"
        label={LABELS.ipAddress}
        hint="For example 203.0.113.9, 203.0.113.0/24 or 2001:db8::/64. One IPv6 visitor usually has a whole /64."
        maxLength={60}
      />
      <SelectField
        form={form}
        name="ruleType"
        label={LABELS.ruleType}
        hint={TYPE_HINTS[ruleType]}
        options={IP_RULE_TYPES}
      />
      <RuleEffect ipAddress={form.values.ipAddress} ruleType={ruleType} />
      <TextAreaField
        form={form}
        name="reason"
        label={LABELS.reason}
        hint={
          ruleType === 'blacklist' ? 'Shown to the blocked visitor.' : 'For administrators only.'
        }
        rows={2}
        maxLength={MAX_IP_RULE_REASON}
      />
      <TextField
        form={form}
        name="expiresAt"
        label={`${LABELS.expiresAt} (optional)`}
        hint="In your local time. Without it the rule stays until it is removed."
        type="datetime-local"
      />
    </FormDialog>
  );
}
