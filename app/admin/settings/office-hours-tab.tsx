import { getClock } from '#shared/company/to-company.ts';
import { useCompany } from '#app/components/live-settings.tsx';
import { useState } from 'react';
import { Button } from '#app/admin/ui/button.tsx';
import { NumberField, SelectField } from '#app/admin/ui/form.tsx';
import { Section } from '#app/admin/ui/section.tsx';
import { Field, FieldHint } from '#app/components/form/field.tsx';
import {
  durationOf,
  formatDeadline,
  formatOfficeHours,
  whenOf,
  getClockCity,
} from '#shared/office-hours/sentences.ts';
import { OFFICE_HOURS_LIMITS } from '#shared/office-hours/messages.ts';
import { WEEKDAY_LABELS, WEEKDAYS } from '#shared/office-hours/values.ts';
import { ExceptionsField } from './exceptions-field.tsx';
import { OFFICE_HOURS_TAB_MESSAGES as messages } from './messages.ts';
import { fieldOf, hoursOf, type SettingsForm } from './settings-fields.ts';
import { TimesField } from './times-field.tsx';
import { instantOf, localTime } from '#shared/lib/local-dates.ts';
import { dueAt } from '#shared/office-hours/due-at.ts';
import { officeHoursSchema } from '#shared/office-hours/schema.ts';

type Props = { form: SettingsForm };

const LIKE_MONDAY = ['tue', 'wed', 'thu', 'fri'] as const;

export function OfficeHoursTab({ form }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-2">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Week form={form} />
        <Promised form={form} />
      </div>
      <ExceptionsField form={form} />
    </div>
  );
}

function Week({ form }: Props) {
  const [zones] = useState(() => [
    ...new Set([form.values.timeZone, ...Intl.supportedValuesOf('timeZone')]),
  ]);
  const [announcement, setAnnouncement] = useState('');

  function copyMonday() {
    for (const day of LIKE_MONDAY) form.setValue(day, form.values.mon);
    setAnnouncement(messages.copied);
  }

  return (
    <Section title={messages.week} isCard>
      <SelectField
        {...fieldOf(form, 'timeZone')}
        options={zones.toSorted().map((value) => ({ value, label: value }))}
      />
      <FieldHint id="week-hint">{messages.weekHint}</FieldHint>
      {WEEKDAYS.map((day) => (
        <fieldset
          key={day}
          className="grid min-w-0 gap-2 border-t border-line pt-3 sm:grid-cols-[8rem_minmax(0,1fr)]"
        >
          <legend className="sr-only">{WEEKDAY_LABELS[day]}</legend>
          <span aria-hidden className="font-medium sm:pt-2">
            {WEEKDAY_LABELS[day]}
          </span>
          <TimesField
            name={day}
            of={WEEKDAY_LABELS[day]}
            times={form.values[day]}
            errors={form.errors}
            onChange={(times) => form.setValue(day, times)}
          />
        </fieldset>
      ))}
      <Button onClick={copyMonday} className="w-fit whitespace-normal">
        {messages.copyMonday}
      </Button>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </Section>
  );
}

function Promised({ form }: Props) {
  const { promisedMinutes: minutes } = form.values;
  const { promisedMin: min, promisedMax: max } = OFFICE_HOURS_LIMITS;
  const isRead = Number.isInteger(minutes) && minutes >= min && minutes <= max;
  const hint = isRead ? messages.promiseHint(durationOf(minutes)) : messages.promiseUnread;
  return (
    <Section title={messages.promise} isCard>
      <NumberField {...fieldOf(form, 'promisedMinutes')} hint={hint} min={min} max={max} />
      <PromisePreview form={form} />
    </Section>
  );
}

function PromisePreview({ form }: { form: SettingsForm }) {
  const parsed = officeHoursSchema.safeParse(hoursOf(form.values));
  const { timeZone } = form.values;
  const company = useCompany();
  const [chosen, setChosen] = useState(() =>
    new Date(localTime(Date.now(), timeZone)).toISOString().slice(0, 16),
  );
  const local = Date.parse(`${chosen}Z`);
  const hours =
    parsed.success && !Number.isNaN(local)
      ? { ...parsed.data, ...getClock(timeZone, company) }
      : null;
  const at = hours && new Date(instantOf(local, hours.timeZone));
  const due = hours && at && dueAt(at, hours);
  return (
    <>
      <Field
        id="promise-arrival"
        label={messages.arrival}
        hint={messages.arrivalHint(getClockCity(getClock(timeZone, company)))}
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
