import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { sendJson } from '#app/admin/data/api.ts';
import { todayHere } from '#app/admin/data/time-zone.ts';
import { Badge } from '#app/admin/ui/badge.tsx';
import { formatCount } from '#app/admin/ui/format-count.ts';
import { useNotify } from '#app/admin/ui/notify.ts';
import { DateText, Moment } from '#app/admin/ui/time.tsx';
import type { Claim } from '#shared/claims/admin-schema.ts';
import { describeDrift, hasEnough, stateOf } from '#shared/claims/claim-state.ts';
import { MEASURE_MESSAGES } from '#shared/claims/messages.ts';
import { ENOUGH, hasEvidence, type Measure, PROMISE_KEY } from '#shared/claims/values.ts';
import { CLAIMS_MESSAGES as messages, PLACES, STATE_MESSAGES } from './messages.ts';

type Props = { claim: Claim; onChanged: () => Promise<void> };

const LINK = 'link link-line';

export function ClaimCard({ claim, onChanged }: Props) {
  const id = useId();
  const { key, label, text, places, measure } = claim;
  const state = STATE_MESSAGES[stateOf(claim, todayHere())];
  const drift = describeDrift(claim);
  return (
    <section aria-labelledby={id} className="card grid content-start gap-3 p-4 wrap-anywhere">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 id={id} className="text-base">
            {label}
          </h2>
          <p>
            <span className="sr-only">{messages.says}: </span>
            <span className="font-display text-lg font-semibold tabular-nums">{text}</span>
          </p>
        </div>
        <Badge tone={state.tone}>{state.label}</Badge>
      </div>
      {drift && <p className="font-medium first-letter:uppercase">{`${drift}.`}</p>}
      <dl className="grid gap-3 text-sm">
        <Fact name={messages.stands}>
          {claim.isShown ? (
            <ul>
              {places.map((place) => (
                <li key={place}>
                  <a href={PLACES[place].path} target="_blank" rel="noreferrer" className={LINK}>
                    {PLACES[place].name}
                  </a>
                </li>
              ))}
            </ul>
          ) : (
            messages.notShown
          )}
        </Fact>
        {measure && <Measured claim={claim} measure={measure} />}
        {key !== PROMISE_KEY && <Evidence claim={claim} />}
      </dl>
      {measure && key !== PROMISE_KEY && <ModeSelect claim={claim} onChanged={onChanged} />}
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

function Measured({ claim, measure }: { claim: Claim; measure: Measure }) {
  const { counts, of } = MEASURE_MESSAGES[measure];
  const { measuredAt, measuredCount } = claim;
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
            messages.tooLittle(formatCount(ENOUGH[measure]), of, formatCount(measuredCount))}
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

function Evidence({ claim }: Pick<Props, 'claim'>) {
  const { attestedOn, attestedBy, evidence, evidenceUrl, reviewBy } = claim;
  return (
    <Fact name={messages.evidence}>
      {!hasEvidence(claim) && <p>{messages.noEvidence}</p>}
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
      <Link to="/admin/offer/proof" className={LINK}>
        {messages.edit}
        <span className="sr-only">{messages.editFor(claim.text)}</span>
      </Link>
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
        <span className="sr-only">{`: ${claim.label}`}</span>
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
          {shown
            ? messages.shows(`${shown.value}${shown.suffix ?? claim.suffix}`)
            : messages.showsText}
        </p>
      )}
    </div>
  );
}
