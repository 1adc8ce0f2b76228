import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { type ApiError, sendJson } from '#app/admin/data/api.ts';
import { Button } from '#app/admin/ui/button.tsx';
import { formatCount } from '#app/admin/ui/format-count.ts';
import { IP_RULE_MESSAGES } from '#shared/ip-rules/messages.ts';
import type { IpRuleType } from '#shared/ip-rules/values.ts';
import type { IpRulePreview } from '#shared/ip-rules/admin-schema.ts';
import { RULE_EFFECT_MESSAGES as messages, RULE_EFFECT_NOUNS } from './messages.ts';
import { useQuery } from '@tanstack/react-query';
import { isPlausibleRange } from './plausible-range.ts';

export function RuleEffect({ ipAddress, ruleType }: { ipAddress: string; ruleType: IpRuleType }) {
  const { isIdle, isLoading, error, preview, reload } = useRulePreview(ipAddress, ruleType);
  return (
    <section
      aria-label={messages.title}
      aria-live="polite"
      aria-busy={isLoading}
      className="grid min-h-40 content-start gap-3 rounded border border-line bg-surface-sunken p-4 text-ink"
    >
      {isIdle && <Hint>{messages.idle}</Hint>}
      {isLoading && (
        <>
          <p className="sr-only">{messages.counting}</p>
          <div aria-hidden className="grid gap-2">
            <div className="h-5 w-2/3 rounded-sm bg-line" />
            <div className="h-11 rounded-sm bg-line" />
          </div>
        </>
      )}
      {error && <Failure error={error} onRetry={() => void reload()} />}
      {preview && <Statistics preview={preview} />}
    </section>
  );
}

function Failure({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const rejection = error.fields['ipAddress'];
  if (rejection) return <Warning>{messages.rejected(rejection)}</Warning>;
  const isTooLarge = error.message === IP_RULE_MESSAGES.previewTooLarge;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0">{isTooLarge ? error.message : IP_RULE_MESSAGES.previewFailed}</p>
      <Button onClick={onRetry}>{messages.countAgain}</Button>
    </div>
  );
}

const nounOf = (noun: keyof typeof RULE_EFFECT_NOUNS, count: number) =>
  RULE_EFFECT_NOUNS[noun][count === 1 ? 0 : 1];

const COUNTED = ['requests', 'addresses', 'enquiries', 'administratorSignIns'] as const;

function Statistics({ preview }: { preview: IpRulePreview }) {
  const { ruleType, requests, refused, overLimit, administratorSignIns } = preview;
  const harm = ruleType === 'blacklist' ? harmOf(preview) : [];
  return (
    <>
      {requests === 0 && administratorSignIns === 0 ? (
        <p>{messages.none(preview.ipAddress)}</p>
      ) : (
        <>
          <p className="font-medium">{messages.effect(messages.effects[ruleType])}</p>
          <ul className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4">
            {COUNTED.map((name) => (
              <li key={name}>
                <span className="block font-display text-xl font-semibold tabular-nums">
                  {formatCount(preview[name])}
                </span>{' '}
                <span className="text-ink-muted">{nounOf(name, preview[name])}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {harm.length > 0 && <Warning>{messages.harm(harm)}</Warning>}
      {overLimit !== null && (
        <Hint>
          {messages.limits}
          {overLimit > 0 ? messages.overLimit(formatCount(overLimit)) : messages.underLimit}
        </Hint>
      )}
      {refused > 0 && <Hint>{messages.refused(refused, formatCount(refused))}</Hint>}
      {preview.isEstimate && <Hint>{messages.estimate}</Hint>}
    </>
  );
}

function harmOf({ enquiries, administratorSignIns }: IpRulePreview): string[] {
  return (
    [
      ['leads', enquiries],
      ['signIns', administratorSignIns],
    ] as const
  ).flatMap(([noun, count]) => (count > 0 ? [`${formatCount(count)} ${nounOf(noun, count)}`] : []));
}

function Hint({ children }: { children: ReactNode }) {
  return <p className="text-ink-muted">{children}</p>;
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p className="flex gap-2 font-medium text-alert">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}

const TYPING_PAUSE_MS = 350;

type Rule = { ipAddress: string; ruleType: IpRuleType };

function useRulePreview(ipAddress: string, ruleType: IpRuleType) {
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
