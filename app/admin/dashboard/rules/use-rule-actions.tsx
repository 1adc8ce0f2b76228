import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useConfirm } from '#app/admin/ui/dialog.tsx';
import { type ApiError, sendJson } from '#app/admin/data/api.ts';
import { useNotify } from '#app/admin/ui/notify.ts';
import {
  blockReason,
  flagReason,
  IP_RULE_MESSAGES,
  ruleAddedMessage,
} from '#shared/ip-rules/messages.ts';
import type { IpRuleType } from '#shared/ip-rules/values.ts';
import type { IpRule } from '#shared/ip-rules/admin-schema.ts';
import type { SecurityEvent, TopThreat } from '#shared/security-events/admin-schema.ts';
import { RULE_QUESTIONS as messages } from './messages.ts';
import { RuleEffect } from './rule-effect.tsx';

type NewRule = { ipAddress: string; ruleType: IpRuleType; reason: string };

export function useRuleActions(reload: () => Promise<void>) {
  const confirm = useConfirm();
  const notify = useNotify();
  const [problem, setProblem] = useState<string | null>(null);

  function reject(text: string, error: ApiError): void {
    notify.error(text);
    setProblem(`${text}: ${error.message}`);
  }

  const { mutate: add } = useMutation({
    mutationFn: (rule: NewRule) => sendJson<IpRule>('POST', 'ip-rules', rule),
    onMutate: () => setProblem(null),
    onSuccess(rule) {
      notify.success(ruleAddedMessage(rule.ipAddress, rule.ruleType));
      return reload();
    },
    onError: (error) => reject(IP_RULE_MESSAGES.addFailed, error),
  });

  async function ask(verb: 'Block' | 'Flag', rule: NewRule): Promise<void> {
    const { ipAddress, ruleType, reason } = rule;
    const isSure = await confirm({
      title: messages.title(verb, ipAddress),
      text: (
        <div className="grid gap-3">
          <p>{messages.consequence(messages[verb], reason)}</p>
          {ipAddress.includes('/') && <p>{messages.range}</p>}
          <RuleEffect ipAddress={ipAddress} ruleType={ruleType} />
        </div>
      ),
      confirmLabel: verb,
      isDestructive: verb === 'Block',
    });
    if (isSure) add(rule);
  }

  async function remove({ id, ipAddress, ruleType }: IpRule): Promise<boolean> {
    if (!(await confirm(messages.remove(ipAddress, ruleType)))) return false;
    setProblem(null);
    try {
      await sendJson('DELETE', `ip-rules/${id}`);
    } catch (error) {
      reject(IP_RULE_MESSAGES.removeFailed, error as ApiError);
      return false;
    }
    notify.success(IP_RULE_MESSAGES.removed);
    return true;
  }

  return {
    problem,
    dismissProblem: () => setProblem(null),
    block: ({ ipAddress, threatScore }: TopThreat) =>
      ask('Block', { ipAddress, ruleType: 'blacklist', reason: blockReason(threatScore) }),
    flag: ({ countedAs, eventType }: SecurityEvent) =>
      ask('Flag', { ipAddress: countedAs, ruleType: 'suspicious', reason: flagReason(eventType) }),
    remove,
  };
}
