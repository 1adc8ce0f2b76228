import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#app/admin/ui/button.tsx';
import { getJson } from '#app/admin/data/api.ts';
import { logFailure } from '#app/admin/data/log.ts';
import { FieldError } from '#app/components/form/field.tsx';
import { dateText } from '#shared/office-hours/sentences.ts';
import type { OfficeException } from '#shared/office-hours/values.ts';
import { OFFICE_HOURS_TAB_MESSAGES as messages } from './messages.ts';
import type { SettingsForm } from './settings-fields.ts';

type Props = {
  form: SettingsForm;
  /** In the office's time zone. */
  today: string;
};
type Proposals = { year: number; items: OfficeException[]; chosen: ReadonlySet<OfficeException> };

/** First month in which next year's holidays should be known. */
const NOVEMBER = 11;

function describe({ from, to, name, open }: OfficeException): string {
  const times = open.map((interval) => messages.openTimes(interval.from, interval.to)).join(', ');
  const days = messages.days(dateText(from), dateText(to));
  return messages.proposal(days, name, times || messages.closedDay);
}

export function HolidayProposals({ form, today }: Props) {
  const { exceptions } = form.values;
  const [proposals, setProposals] = useState<Proposals | null>(null);
  const [pending, setPending] = useState<number | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLFieldSetElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const year = Number(today.slice(0, 4));
  const isMissing =
    Number(today.slice(5, 7)) >= NOVEMBER &&
    !exceptions.some(
      ({ from, to }) => from.startsWith(`${year + 1}`) || to.startsWith(`${year + 1}`),
    );
  const stands = (one: OfficeException) =>
    exceptions.some(({ from, to }) => from !== '' && from <= one.to && one.from <= to);

  async function propose(of: number) {
    if (pending !== null) return;
    setPending(of);
    setHasFailed(false);
    try {
      const holidays = await getJson<{ items: OfficeException[] }>(
        `site-settings/holidays?year=${of}`,
      );
      const items = holidays.items.filter(({ to }) => to >= today);
      const chosen = new Set(items.filter((item) => !stands(item)));
      flushSync(() => setProposals({ year: of, items, chosen }));
      list.current?.focus();
    } catch (error) {
      logFailure('The holidays could not be looked up.', error);
      setHasFailed(true);
    } finally {
      setPending(null);
    }
  }

  function close(text = '') {
    flushSync(() => {
      setProposals(null);
      setAnnouncement(text);
    });
    buttons.current?.querySelector('button')?.focus();
  }

  function add() {
    if (!proposals) return;
    const added = [...proposals.chosen].filter((item) => !stands(item));
    const all = [...exceptions, ...added];
    form.setValue(
      'exceptions',
      all.toSorted((one, other) => one.from.localeCompare(other.from)),
    );
    close(messages.added(added.length));
  }

  function toggle(item: OfficeException) {
    setProposals((shown) => {
      if (!shown) return shown;
      const chosen = new Set(shown.chosen);
      if (!chosen.delete(item)) chosen.add(item);
      return { ...shown, chosen };
    });
  }

  return (
    <>
      {isMissing && (
        <p className="border-s-4 border-s-warn ps-3 font-medium">
          {messages.missingYear(year + 1)}
        </p>
      )}
      <div ref={buttons} className="flex flex-wrap gap-2">
        {[year, year + 1].map((of) => (
          <Button key={of} isDisabled={pending !== null} onClick={() => void propose(of)}>
            {pending === of ? messages.proposing : messages.propose(of)}
          </Button>
        ))}
      </div>
      {hasFailed && <FieldError id="holidays-error">{messages.proposeFailed}</FieldError>}
      {proposals && (
        <fieldset
          ref={list}
          tabIndex={-1}
          className="grid min-w-0 gap-2 rounded border border-line-strong p-4 outline-offset-4"
        >
          <legend className="px-1 font-medium">{messages.proposals(proposals.year)}</legend>
          <p className="text-sm text-ink-muted">
            {proposals.items.length > 0 ? messages.proposalsHint : messages.noProposals}
          </p>
          {proposals.items.map((item) => (
            <label
              key={item.from}
              className="flex min-h-8 items-start gap-2 wrap-anywhere pointer-coarse:min-h-11"
            >
              <input
                type="checkbox"
                className="mt-1 size-4 shrink-0 accent-accent"
                checked={stands(item) || proposals.chosen.has(item)}
                disabled={stands(item)}
                onChange={() => toggle(item)}
              />
              <span>
                {describe(item)}
                {stands(item) && <span className="text-ink-muted">{messages.stands}</span>}
              </span>
            </label>
          ))}
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" isDisabled={proposals.chosen.size === 0} onClick={add}>
              {messages.addChosen(proposals.chosen.size)}
            </Button>
            <Button onClick={() => close()}>{messages.cancel}</Button>
          </div>
        </fieldset>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}
