import { type ComponentProps, type SubmitEvent, useId, useRef, useState } from 'react';
import { useOfficeClock, useOfficeHours } from '#app/admin/data/response-time.ts';
import { Button } from '#app/admin/ui/button.tsx';
import { formatOfficeMoment, localText } from '#app/admin/ui/dates.ts';
import { useMinute } from '#app/admin/ui/time.tsx';
import { MAX_SNOOZE_DAYS } from '#shared/conversations/values.ts';
import { CONVERSATION_SCREEN_MESSAGES as messages } from './messages.ts';
import { addDays, localDate, startOfLocalDate } from '#shared/lib/local-dates.ts';
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
  const times = listSnoozeTimes(now, useOfficeHours());
  const office = useOfficeClock();
  const [isOwn, setIsOwn] = useState(false);
  const select = useRef<HTMLSelectElement>(null);
  const until = useRef<HTMLInputElement>(null);
  const id = useId();

  function choose(choice: string) {
    setIsOwn(choice === OWN);
    if (choice === OWN || choice === SNOOZE_VALUES.unchanged || choice === value) return;
    onSnooze(choice === SNOOZE_VALUES.off ? null : new Date(choice));
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
        {times.map(([label, at]) => (
          <option key={label + at} value={at}>
            {messages.snoozeChoices[label](formatOfficeMoment(at, office))}
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

type SnoozeChoice = readonly [label: keyof typeof messages.snoozeChoices, at: string];

const DAY_MS = 24 * 60 * 60_000;

/** Each time once. A morning when the office is closed becomes the next opening. */
export function listSnoozeTimes(now: number, hours: OfficeHours): SnoozeChoice[] {
  const { timeZone } = hours;
  const today = localDate(new Date(now), timeZone);
  function morning(label: SnoozeChoice[0], days: number): SnoozeChoice {
    const date = addDays(today, days);
    const start = startOfLocalDate(date, timeZone);
    const at = nextOpenAt(start, hours) ?? start;
    return [localDate(at, timeZone) === date ? label : 'opening', at.toISOString()];
  }
  const weekday = new Date(today).getUTCDay();
  const choices: SnoozeChoice[] = [
    ['hour', new Date(now + 60 * 60_000).toISOString()],
    morning('tomorrow', 1),
    morning('monday', (8 - weekday) % 7 || 7),
    morning('week', 7),
  ];
  const named = choices.filter(([label]) => label !== 'opening');
  // A map keeps the last entry of a time, so the names come last and the first name wins.
  const labels = new Map([...choices, ...named.toReversed()].map(([label, at]) => [at, label]));
  return [...labels].map(([at, label]): SnoozeChoice => [label, at]);
}
