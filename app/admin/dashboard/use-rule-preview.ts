import { useCallback, useEffect, useState } from 'react';
import { sendJson } from '#app/admin/data/api.ts';
import { useFetched } from '#app/admin/data/use-resource.ts';
import type { IpRuleType } from '#shared/ip-rules/values.ts';
import type { IpRulePreview } from '#shared/ip-rules/admin-schema.ts';
import { isPlausibleRange } from './plausible-range.ts';

const TYPING_PAUSE_MS = 350;

type Rule = { ipAddress: string; ruleType: IpRuleType };
type Answer = { of: Rule; preview: IpRulePreview };

/** The effect of a rule that is still being written; asked for once its address is one and the typing rests. */
export function useRulePreview(ipAddress: string, ruleType: IpRuleType) {
  const wanted = isPlausibleRange(ipAddress) ? ipAddress.trim() : null;
  const [rule, setRule] = useState<Rule | null>(null);
  useEffect(() => {
    const next = wanted === null ? null : { ipAddress: wanted, ruleType };
    const timer = window.setTimeout(() => setRule(next), next ? TYPING_PAUSE_MS : 0);
    return () => window.clearTimeout(timer);
  }, [wanted, ruleType]);

  const fetchPreview = useCallback(async (): Promise<Answer> => {
    if (!rule) throw new Error('there is no rule to ask about');
    return { of: rule, preview: await sendJson('POST', 'ip-rules/preview', rule) };
  }, [rule]);
  const { data, error, isLoading, reload } = useFetched(rule && fetchPreview);

  if (wanted === null) return { state: 'idle' as const };
  const isCurrent = rule?.ipAddress === wanted && rule.ruleType === ruleType;
  if (!isCurrent || isLoading) return { state: 'loading' as const };
  if (error) return { state: 'failed' as const, error, reload };
  if (data?.of !== rule) return { state: 'loading' as const };
  return { state: 'ready' as const, preview: data.preview };
}
