import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { sendJson } from '#app/admin/data/api.ts';
import type { IpRuleType } from '#shared/ip-rules/values.ts';
import type { IpRulePreview } from '#shared/ip-rules/admin-schema.ts';
import { isPlausibleRange } from './plausible-range.ts';

const TYPING_PAUSE_MS = 350;

type Rule = { ipAddress: string; ruleType: IpRuleType };

export function useRulePreview(ipAddress: string, ruleType: IpRuleType) {
  const wanted = isPlausibleRange(ipAddress) ? ipAddress.trim() : null;
  const [rule, setRule] = useState<Rule | null>(null);
  useEffect(() => {
    const next = wanted === null ? null : { ipAddress: wanted, ruleType };
    const timer = window.setTimeout(() => setRule(next), next ? TYPING_PAUSE_MS : 0);
    return () => window.clearTimeout(timer);
  }, [wanted, ruleType]);

  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['rule-preview', rule],
    queryFn: () => sendJson<IpRulePreview>('POST', 'ip-rules/preview', rule),
    enabled: rule !== null,
    gcTime: 0,
    staleTime: 'static',
    placeholderData: undefined,
  });

  const isIdle = wanted === null;
  const isCurrent = rule?.ipAddress === wanted && rule?.ruleType === ruleType;
  const isLoading = !isIdle && (!isCurrent || isFetching || (!error && !data));
  const isReady = !isIdle && !isLoading;
  return {
    isIdle,
    isLoading,
    error: isReady ? error : null,
    preview: isReady && !error ? data : undefined,
    reload: refetch,
  };
}
