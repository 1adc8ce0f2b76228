import { TriangleAlert } from 'lucide-react';
import type { ApiError } from '#app/admin/data/api.ts';
import { Button } from '#app/admin/ui/button.tsx';
import { formatCount } from '#app/admin/ui/format-count.ts';
import { IP_RULE_MESSAGES } from '#shared/ip-rules/messages.ts';
import { type IpRuleType, PREVIEW_DAYS } from '#shared/ip-rules/values.ts';
import type { IpRulePreview } from '#shared/ip-rules/admin-schema.ts';
import { TIGHT_LIMITS } from '#shared/traffic-signals/values.ts';
import { useRulePreview } from './use-rule-preview.ts';

const TITLES: Record<IpRuleType, string> = {
  blacklist: 'it would have stopped',
  whitelist: 'it would have let through without score and limits',
  suspicious: 'it would have held to tighter limits',
};

type Props = { ipAddress: string; ruleType: IpRuleType };

/** What a rule would have done in the last days, said before it is added. */
export function RuleEffect({ ipAddress, ruleType }: Props) {
  const effect = useRulePreview(ipAddress, ruleType);
  return (
    <section
      aria-label="Effect of the rule"
      aria-live="polite"
      aria-busy={effect.state === 'loading'}
      className="grid min-h-40 content-start gap-3 rounded border border-line bg-surface-sunken p-4 text-ink"
    >
      {effect.state === 'idle' && (
        <p className="text-ink-muted">
          Enter an address or a range: the rule is then replayed over the requests of the last{' '}
          {PREVIEW_DAYS} days.
        </p>
      )}
      {effect.state === 'loading' && (
        <>
          <p className="sr-only">Counting...</p>
          <div aria-hidden className="grid gap-2">
            <div className="h-5 w-2/3 rounded-sm bg-line" />
            <div className="h-11 rounded-sm bg-line" />
          </div>
        </>
      )}
      {effect.state === 'failed' && <Failure error={effect.error} onRetry={effect.reload} />}
      {effect.state === 'ready' && <Statistics preview={effect.preview} />}
    </section>
  );
}

function Failure({ error, onRetry }: { error: ApiError; onRetry: () => Promise<unknown> }) {
  const rejection = error.fields['ipAddress'];
  if (rejection) return <Warning>The rule would be refused. {rejection}.</Warning>;
  const isTooLarge = error.message === IP_RULE_MESSAGES.previewTooLarge;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0">
        {isTooLarge ? IP_RULE_MESSAGES.previewTooLarge : IP_RULE_MESSAGES.previewFailed}
      </p>
      <Button onClick={() => void onRetry()}>Count again</Button>
    </div>
  );
}

function Statistics({ preview }: { preview: IpRulePreview }) {
  const { ruleType, requests, addresses, refused, enquiries, administratorSignIns } = preview;
  const statistics = [
    { label: requests === 1 ? 'request' : 'requests', count: requests },
    { label: addresses === 1 ? 'address' : 'addresses', count: addresses },
    { label: enquiries === 1 ? 'enquiry' : 'enquiries', count: enquiries },
    { label: 'administrator sign-ins', count: administratorSignIns },
  ];
  const harm = ruleType === 'blacklist' ? harmOf(preview) : null;
  return (
    <>
      {requests === 0 && administratorSignIns === 0 ? (
        <p>
          No request of the last {PREVIEW_DAYS} days came from {preview.ipAddress}.
        </p>
      ) : (
        <>
          <p className="font-medium">
            In the last {PREVIEW_DAYS} days {TITLES[ruleType]}
          </p>
          <ul className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4">
            {statistics.map(({ label, count }) => (
              <li key={label}>
                <span className="block font-display text-xl font-semibold tabular-nums">
                  {formatCount(count)}
                </span>{' '}
                <span className="text-ink-muted">{label}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {harm && <Warning>{harm}</Warning>}
      {preview.overLimit !== null && <OverLimit count={preview.overLimit} />}
      {refused > 0 && (
        <p className="text-ink-muted">
          {formatCount(refused)} of the requests {refused === 1 ? 'was' : 'were'} refused at the
          time (403 or 429).
        </p>
      )}
      {preview.isEstimate && (
        <p className="text-ink-muted">
          Under load the log keeps only some of the requests: these figures are estimates.
        </p>
      )}
    </>
  );
}

function OverLimit({ count }: { count: number }) {
  const { perSecond, burst, forms } = TIGHT_LIMITS;
  return (
    <p className="text-ink-muted">
      A suspicious address keeps its access: {burst} requests at once, then {perSecond} a second,
      and {forms} forms at once.{' '}
      {count > 0
        ? `At least ${formatCount(count)} of the requests would have been refused, counted by the minute.`
        : 'In no minute were there more requests than that.'}
    </p>
  );
}

/** Who would have been shut out that nobody wants to shut out. */
function harmOf({ enquiries, administratorSignIns }: IpRulePreview): string | null {
  const shutOut: string[] = [];
  if (enquiries > 0) {
    shutOut.push(
      enquiries === 1 ? '1 order or message' : `${formatCount(enquiries)} orders or messages`,
    );
  }
  if (administratorSignIns > 0) {
    shutOut.push(
      administratorSignIns === 1
        ? '1 sign-in of an administrator'
        : `${formatCount(administratorSignIns)} sign-ins of administrators`,
    );
  }
  return shutOut.length > 0
    ? `Careful: this rule would have turned away ${shutOut.join(' and ')}.`
    : null;
}

function Warning({ children }: { children: React.ReactNode }) {
  return (
    <p className="flex gap-2 font-medium text-alert">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}
