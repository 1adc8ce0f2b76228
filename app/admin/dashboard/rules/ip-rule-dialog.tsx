import * as z from 'zod';
import { FormDialog, SelectField, TextAreaField, TextField, useForm } from '#app/admin/ui/form.tsx';
import { sendJson } from '#app/admin/data/api.ts';
import { useNotify } from '#app/admin/ui/notify.ts';
import { IP_RULE_MESSAGES, ruleAddedMessage } from '#shared/ip-rules/messages.ts';
import { IP_RULE_TYPES, type IpRuleType, MAX_IP_RULE_REASON } from '#shared/ip-rules/values.ts';
import { type IpRule, ipRuleInputSchema } from '#shared/ip-rules/admin-schema.ts';
import { RULE_FORM_MESSAGES as messages, RULES_MESSAGES } from './messages.ts';
import { RuleEffect } from './rule-effect.tsx';

const LABELS = {
  ipAddress: RULES_MESSAGES.range,
  ruleType: RULES_MESSAGES.type,
  reason: RULES_MESSAGES.reason,
  expiresAt: RULES_MESSAGES.ends,
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
  const fieldOf = (name: keyof typeof LABELS) => ({ form, name, label: LABELS[name] });
  return (
    <FormDialog
      title={RULES_MESSAGES.add}
      form={form}
      labels={LABELS}
      onClose={onClose}
      saveLabel={messages.save}
    >
      <TextField {...fieldOf('ipAddress')} hint={messages.rangeHint} maxLength={60} />
      <SelectField
        {...fieldOf('ruleType')}
        hint={messages.typeHints[ruleType]}
        options={IP_RULE_TYPES}
      />
      <RuleEffect ipAddress={form.values.ipAddress} ruleType={ruleType} />
      <TextAreaField
        {...fieldOf('reason')}
        hint={ruleType === 'blacklist' ? messages.shownReason : messages.ownReason}
        rows={2}
        maxLength={MAX_IP_RULE_REASON}
      />
      <TextField
        {...fieldOf('expiresAt')}
        label={messages.optionalEnd}
        hint={messages.endHint}
        type="datetime-local"
      />
    </FormDialog>
  );
}
