import { useState } from 'react';
import { useConfirm } from '#app/admin/ui/dialog.tsx';
import { ApiError, sendJson } from '#app/admin/data/api.ts';
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
import { RuleEffect } from './rule-effect.tsx';

export type RuleActions = ReturnType<typeof useRuleActions>;

/** Block, flag and remove, each after a question; `problem` says why the last one was refused. */
export function useRuleActions(reload: () => Promise<void>) {
  const confirm = useConfirm();
  const notify = useNotify();
  const [problem, setProblem] = useState<string | null>(null);

  function refuse(text: string, error: unknown): void {
    notify.error(text);
    setProblem(error instanceof ApiError ? `${text}: ${error.message}` : text);
  }

  async function add(ipAddress: string, ruleType: IpRuleType, reason: string): Promise<void> {
    setProblem(null);
    try {
      const rule = await sendJson<IpRule>('POST', 'ip-rules', { ipAddress, ruleType, reason });
      notify.success(ruleAddedMessage(rule.ipAddress, ruleType));
    } catch (error) {
      refuse(IP_RULE_MESSAGES.addFailed, error);
      return;
    }
    await reload();
  }

  async function block({ ipAddress, threatScore }: TopThreat): Promise<void> {
    const reason = blockReason(threatScore);
    const isSure = await confirm({
      title: `Block ${ipAddress}?`,
      text: (
        <div className="grid gap-3">
          <p>It is added to the blacklist with the reason “{reason}”, until the rule is removed.</p>
          <RangeHint range={ipAddress} />
          <RuleEffect ipAddress={ipAddress} ruleType="blacklist" />
        </div>
      ),
      confirmLabel: 'Block',
      isDestructive: true,
    });
    if (isSure) await add(ipAddress, 'blacklist', reason);
  }

  async function flag({ countedAs, eventType }: SecurityEvent): Promise<void> {
    const reason = flagReason(eventType);
    const isSure = await confirm({
      title: `Flag ${countedAs}?`,
      text: (
        <div className="grid gap-3">
          <p>It is marked as suspicious with the reason “{reason}”, until the rule is removed.</p>
          <RangeHint range={countedAs} />
          <RuleEffect ipAddress={countedAs} ruleType="suspicious" />
        </div>
      ),
      confirmLabel: 'Flag',
    });
    if (isSure) await add(countedAs, 'suspicious', reason);
  }

  async function remove({ id, ipAddress, ruleType }: IpRule): Promise<boolean> {
    const isSure = await confirm({
      title: `Remove the rule for ${ipAddress}?`,
      text: `The address leaves the list “${ruleType}”.`,
      confirmLabel: 'Remove',
      isDestructive: true,
    });
    if (!isSure) return false;
    setProblem(null);
    try {
      await sendJson('DELETE', `ip-rules/${id}`);
    } catch (error) {
      refuse(IP_RULE_MESSAGES.removeFailed, error);
      return false;
    }
    notify.success(IP_RULE_MESSAGES.removed);
    return true;
  }

  return { problem, dismissProblem: () => setProblem(null), block, flag, remove };
}

function RangeHint({ range }: { range: string }) {
  return (
    range.includes('/') && (
      <p>One visitor usually has the whole range, and it is counted as one address.</p>
    )
  );
}
