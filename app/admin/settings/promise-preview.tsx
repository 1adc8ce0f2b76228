import { useState } from 'react';
import { Field } from '#app/components/form/field.tsx';
import { instantOf, localTime } from '#shared/lib/local-dates.ts';
import { dueAt } from '#shared/office-hours/due-at.ts';
import { officeHoursSchema } from '#shared/office-hours/schema.ts';
import {
  formatDeadline,
  formatOfficeHours,
  placeOf,
  whenOf,
} from '#shared/office-hours/sentences.ts';
import { OFFICE_HOURS_TAB_MESSAGES as messages } from './messages.ts';
import { hoursOf, type SettingsForm } from './settings-fields.ts';

export function PromisePreview({ form }: { form: SettingsForm }) {
  const parsed = officeHoursSchema.safeParse(hoursOf(form.values));
  const { timeZone } = form.values;
  const [chosen, setChosen] = useState(() =>
    new Date(localTime(Date.now(), timeZone)).toISOString().slice(0, 16),
  );
  const local = Date.parse(`${chosen}Z`);
  const hours = parsed.success && !Number.isNaN(local) ? parsed.data : null;
  const at = hours && new Date(instantOf(local, hours.timeZone));
  const due = hours && at && dueAt(at, hours);
  return (
    <>
      <Field
        id="promise-arrival"
        label={messages.arrival}
        hint={messages.arrivalHint(placeOf(timeZone))}
        error={undefined}
      >
        {(control) => (
          <input
            {...control}
            type="datetime-local"
            value={chosen}
            max="9000-12-31T23:59"
            onChange={(event) => setChosen(event.target.value)}
            className="field max-w-64 tabular-nums"
          />
        )}
      </Field>
      {hours && at && due ? (
        <dl className="grid gap-2 wrap-anywhere">
          {[
            [messages.due, whenOf(due, hours.timeZone)],
            [messages.reads, formatDeadline(due, at, hours)],
            [messages.contact, formatOfficeHours(hours)],
          ].map(([term, text]) => (
            <div key={term}>
              <dt className="text-sm text-ink-muted">{term}</dt>
              <dd className="font-medium">{text}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="text-ink-muted">{messages.noPreview}</p>
      )}
    </>
  );
}
