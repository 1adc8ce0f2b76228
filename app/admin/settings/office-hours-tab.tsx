import { useState } from 'react';
import { Button } from '#app/admin/ui/button.tsx';
import { NumberField, SelectField } from '#app/admin/ui/form.tsx';
import { Section } from '#app/admin/ui/section.tsx';
import { FieldHint } from '#app/components/form/field.tsx';
import { durationOf } from '#shared/office-hours/sentences.ts';
import { OFFICE_HOURS_LIMITS, WEEKDAY_LABELS, WEEKDAYS } from '#shared/office-hours/values.ts';
import { ExceptionsField } from './exceptions-field.tsx';
import { OFFICE_HOURS_TAB_MESSAGES as messages } from './messages.ts';
import { PromisePreview } from './promise-preview.tsx';
import { fieldOf, type SettingsForm } from './settings-fields.ts';
import { TimesField } from './times-field.tsx';

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
