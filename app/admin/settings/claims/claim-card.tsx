import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { sendJson } from '#app/admin/data/api.ts';
import { todayHere } from '#app/admin/data/time-zone.ts';
import { useOfficeHours } from '#app/admin/data/response-time.ts';
import { Badge } from '#app/admin/ui/badge.tsx';
import { Button } from '#app/admin/ui/button.tsx';
import { formatCount } from '#app/admin/ui/format-count.ts';
import { useNotify } from '#app/admin/ui/notify.ts';
import { DateText, Moment } from '#app/admin/ui/time.tsx';
import type { Claim } from '#shared/claims/admin-schema.ts';
import { describeDrift, hasEnough, stateOf } from '#shared/claims/claim-state.ts';
import { CLAIM_PLACES, claimLabel, MEASURE_MESSAGES } from '#shared/claims/messages.ts';
import { claimText, isMeasured, MEASURED_CLAIMS, type MeasuredKey } from '#shared/claims/values.ts';
import { CLAIMS_MESSAGES as messages, STATE_MESSAGES } from './messages.ts';

type Props = { claim: Claim; onAttest: (claim: Claim) => void; onChanged: () => Promise<void> };

const LINK = 'link link-line';

export function ClaimCard({ claim, onAttest, onChanged }: Props) {
  const id = useId();
  const { key } = claim;
  const hours = useOfficeHours();
  const state = STATE_MESSAGES[stateOf(claim, todayHere())];
  const drift = describeDrift(claim, hours);
  return (
    <section aria-labelledby={id} className="card grid content-start gap-3 p-4 wrap-anywhere">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 id={id} className="text-base">
            {claimLabel(key)}
          </h2>
          <p>
            <span className="sr-only">{messages.says}: </span>
            <span className="font-display text-lg font-semibold tabular-nums">
              {claimText(key, hours)}
            </span>
          </p>
        </div>
        <Badge tone={state.tone}>{state.label}</Badge>
      </div>
      {drift && <p className="font-medium first-letter:uppercase">{`${drift}.`}</p>}
      <dl className="grid gap-3 text-sm">
        <Fact name={messages.stands}>
          <ul>
            {CLAIM_PLACES[key].map(({ name, path }) => (
              <li key={path}>
                <a href={path} target="_blank" rel="noreferrer" className={LINK}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </Fact>
        {isMeasured(key) ? (
          <Measured claim={claim} name={key} />
        ) : (
          <Attested claim={claim} onAttest={onAttest} />
        )}
      </dl>
      {isMeasured(key) && MEASURED_CLAIMS[key].canShow && (
        <ModeSelect claim={claim} onChanged={onChanged} />
      )}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Measured({ claim, name }: { claim: Claim; name: MeasuredKey }) {
  const { counts, of } = MEASURE_MESSAGES[name];
  const { measuredAt, measuredCount } = claim;
  const { enough } = MEASURED_CLAIMS[name];
  return (
    <Fact name={messages.counted}>
      <p>{counts}</p>
      {measuredAt === null || measuredCount === null ? (
        <p>{messages.notMeasured}</p>
      ) : (
        <p>
          {messages.measuredAt} <Moment iso={measuredAt} />
          {messages.from(formatCount(measuredCount), of)}
          {'. '}
          {!hasEnough(claim) &&
            messages.tooLittle(formatCount(enough), of, formatCount(measuredCount))}
        </p>
      )}
      <details className="mt-1">
        <summary className="w-fit font-medium text-accent">{messages.query}</summary>
        <pre className="mt-1 rounded bg-surface-sunken p-2 text-xs whitespace-pre-wrap">
          <code>{claim.query}</code>
        </pre>
      </details>
    </Fact>
  );
}

function Attested({ claim, onAttest }: Pick<Props, 'claim' | 'onAttest'>) {
  const { attestedOn, attestedBy, evidence, evidenceUrl, reviewBy } = claim;
  return (
    <Fact name={messages.attested}>
      {attestedOn === null && <p>{messages.noEvidence}</p>}
      {evidence && <p className="whitespace-pre-line">{evidence}</p>}
      {evidenceUrl && (
        <p>
          <a href={evidenceUrl} target="_blank" rel="noreferrer" className={LINK}>
            {evidenceUrl}
          </a>
        </p>
      )}
      {attestedOn && (
        <p className="text-ink-muted">
          {messages.attestedOn} <DateText iso={attestedOn} />
          {attestedBy && messages.attestedBy(attestedBy)}
          {'. '}
          {reviewBy && (
            <>
              {messages.reviewBy} <DateText iso={reviewBy} />
              {'. '}
            </>
          )}
        </p>
      )}
      <Button onClick={() => onAttest(claim)} className="mt-2 w-fit">
        {attestedOn === null ? messages.attest : messages.edit}
        <span className="sr-only">{messages.editFor(claimText(claim.key))}</span>
      </Button>
    </Fact>
  );
}

/** Saved immediately, outside the settings form. */
function ModeSelect({ claim, onChanged }: Pick<Props, 'claim' | 'onChanged'>) {
  const id = useId();
  const notify = useNotify();
  const [chosen, setChosen] = useState<string | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (mode: string) => sendJson('POST', 'public-claims/mode', { key: claim.key, mode }),
    onSuccess: () => notify.success(messages.modeSaved),
    onError: () => notify.error(messages.saveFailed),
    async onSettled() {
      await onChanged();
      setChosen(null);
    },
  });
  const { mode, shown } = claim;
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-medium">
        {messages.mode}
        <span className="sr-only">{`: ${claimLabel(claim.key)}`}</span>
      </label>
      <select
        id={id}
        value={chosen ?? mode}
        aria-disabled={isPending}
        onChange={({ target }) => {
          if (isPending) return;
          setChosen(target.value);
          mutate(target.value);
        }}
        className="field max-w-80"
      >
        {messages.modes.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {mode === 'computed' && (
        <p className="text-sm text-ink-muted">
          {shown ? messages.shows(`${shown.value}${shown.suffix}`) : messages.showsText}
        </p>
      )}
    </div>
  );
}
