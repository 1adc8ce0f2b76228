import { type ComponentProps, type SubmitEvent, useId, useRef, useState } from 'react';
import { useOfficeHours } from '#app/admin/data/response-time.ts';
import { Button } from '#app/admin/ui/button.tsx';
import { formatMoment, localText } from '#app/admin/ui/dates.ts';
import { useMinute } from '#app/admin/ui/time.tsx';
import { MAX_SNOOZE_DAYS } from '#shared/conversations/values.ts';
import { CONVERSATION_SCREEN_MESSAGES as messages } from './messages.ts';
import { localDate, startOfLocalDate } from '#shared/lib/local-dates.ts';
import { nextOpenAt } from '#shared/office-hours/due-at.ts';
import type { OfficeHours } from '#shared/office-hours/values.ts';

export const SNOOZE_VALUES = { unchanged: 'unchanged', off: 'off' } as const;

const OWN = 'own';

type Props = Omit<ComponentProps<'select'>, 'value' | 'onChange'> & {
  value: string;
  onSnooze: (until: Date | null) => void;
};

export function SnoozeSelect({ value, onSnooze, children, ...control }: Props) {
  const now = useMinute();
  const times = snoozeTimes(now, useOfficeHours());
  const [isOwn, setIsOwn] = useState(false);
  const select = useRef<HTMLSelectElement>(null);
  const until = useRef<HTMLInputElement>(null);
  const id = useId();

  function choose(choice: string) {
    setIsOwn(choice === OWN);
    if (choice === OWN || choice === SNOOZE_VALUES.unchanged || choice === value) return;
    onSnooze(choice === SNOOZE_VALUES.off ? null : times[choice as SnoozeChoice]);
  }

  function snoozeUntil(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    select.current?.focus();
    setIsOwn(false);
    onSnooze(new Date(until.current?.value ?? ''));
  }

  return (
    <>
      <select
        {...control}
        ref={select}
        value={isOwn ? OWN : value}
        onChange={({ target }) => choose(target.value)}
      >
        {children}
        {Object.entries(messages.snoozeChoices).map(([choice, label]) => (
          <option key={choice} value={choice}>
            {label(formatMoment(times[choice as SnoozeChoice].toISOString()))}
          </option>
        ))}
        <option value={OWN}>{messages.snoozeOwn}</option>
      </select>
      {isOwn && (
        <form
          aria-label={control['aria-label']}
          className="flex flex-wrap items-center gap-2"
          onSubmit={snoozeUntil}
        >
          <label htmlFor={id}>{messages.snoozeUntil}</label>
          <input
            id={id}
            ref={until}
            type="datetime-local"
            required
            min={localText(now)}
            max={localText(now + MAX_SNOOZE_DAYS * DAY_MS)}
            className="field w-auto"
          />
          <Button type="submit">{messages.snooze}</Button>
        </form>
      )}
    </>
  );
}

type SnoozeChoice = keyof typeof messages.snoozeChoices;

const DAY_MS = 24 * 60 * 60_000;

export function snoozeTimes(now: number, hours: OfficeHours): Record<SnoozeChoice, Date> {
  const today = localDate(new Date(now), hours.timeZone);
  function morning(days: number): Date {
    const date = new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10);
    const start = startOfLocalDate(date, hours.timeZone);
    return nextOpenAt(start, hours) ?? start;
  }
  const weekday = new Date(today).getUTCDay();
  return {
    hour: new Date(now + 60 * 60_000),
    tomorrow: morning(1),
    monday: morning((8 - weekday) % 7 || 7),
    week: morning(7),
  };
}
