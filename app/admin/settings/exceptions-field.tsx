import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button, IconButton } from '#app/admin/ui/button.tsx';
import { fieldId, TextField } from '#app/admin/ui/form.tsx';
import { FieldError, FieldHint } from '#app/components/form/field.tsx';
import { localDate } from '#shared/lib/local-dates.ts';
import { OFFICE_HOURS_LIMITS } from '#shared/office-hours/messages.ts';
import type { OfficeException } from '#shared/office-hours/values.ts';
import { HolidayProposals } from './holiday-proposals.tsx';
import { OFFICE_HOURS_TAB_MESSAGES as messages } from './messages.ts';
import { SETTINGS_LABELS, type SettingsForm } from './settings-fields.ts';
import { TimesField } from './times-field.tsx';

const LIST = 'exceptions';
const PARTS = [
  { name: 'name', label: messages.name, type: 'text', className: 'sm:col-span-2' },
  { name: 'from', label: messages.first, type: 'date', className: '' },
  { name: 'to', label: messages.last, type: 'date', className: '' },
] as const;

export function ExceptionsField({ form }: { form: SettingsForm }) {
  const { exceptions } = form.values;
  const id = fieldId(LIST);
  const list = useRef<HTMLFieldSetElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const [isPastShown, setIsPastShown] = useState(false);
  const [today] = useState(() => localDate(new Date(), form.values.timeZone));

  function change(next: OfficeException[], focused: string, text = '') {
    flushSync(() => {
      form.setValue(LIST, next);
      setAnnouncement(text);
    });
    list.current?.querySelector<HTMLElement>(`[data-focus="${focused}"]`)?.focus();
  }

  function set(index: number, part: Partial<OfficeException>) {
    form.setValue(
      LIST,
      exceptions.map((entry, at) => (at === index ? { ...entry, ...part } : entry)),
    );
  }

  function add() {
    const added = { from: '', to: '', name: '', open: [] };
    change([...exceptions, added], `name-${exceptions.length}`);
  }

  const isPast = ({ to }: OfficeException) => to !== '' && to < today;
  const hasError = (index: number) =>
    Object.keys(form.errors).some((name) => name.startsWith(`${LIST}.${index}.`));
  const past = exceptions.filter((entry, index) => isPast(entry) && !hasError(index)).length;
  const error = form.errors[LIST];
  return (
    <fieldset
      ref={list}
      id={id}
      tabIndex={-1}
      aria-describedby={`${id}-hint`}
      className="card grid min-w-0 gap-3 p-4 outline-offset-4"
    >
      <legend className="sr-only">{SETTINGS_LABELS.exceptions}</legend>
      <h2 className="text-lg">{SETTINGS_LABELS.exceptions}</h2>
      <FieldHint id={`${id}-hint`}>{messages.exceptionsHint}</FieldHint>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <HolidayProposals form={form} today={today} />
      {exceptions.length === 0 && <p className="text-ink-muted">{messages.none}</p>}
      {past > 0 && (
        <Button
          aria-pressed={isPastShown}
          variant="toggle"
          className="w-fit"
          onClick={() => setIsPastShown(!isPastShown)}
        >
          {isPastShown ? messages.hidePast : messages.showPast(past)}
        </Button>
      )}
      {exceptions.map((entry, index) =>
        isPast(entry) && !isPastShown && !hasError(index) ? null : (
          <fieldset key={index} className="grid min-w-0 gap-3 rounded border border-line p-4">
            <legend className="px-1 text-sm text-ink-muted">
              {messages.exception(index + 1, entry.name)}
            </legend>
            <div className="grid gap-3 sm:grid-cols-2">
              {PARTS.map(({ name, label, type, className }) => (
                <div key={name} className={className}>
                  <TextField
                    form={form}
                    name={`${LIST}.${index}.${name}`}
                    label={label}
                    type={type}
                    value={entry[name]}
                    data-focus={`${name}-${index}`}
                    onChange={({ target: { value } }) =>
                      // Most exceptions last one day.
                      set(index, {
                        [name]: value,
                        ...(name === 'from' && entry.to <= entry.from && { to: value }),
                      })
                    }
                  />
                </div>
              ))}
            </div>
            <div className="flex flex-wrap items-end justify-between gap-3">
              <div className="grid gap-2">
                <span aria-hidden className="font-medium">
                  {messages.times}
                </span>
                <TimesField
                  name={`${LIST}.${index}.open`}
                  of={messages.timesOf(entry.name)}
                  times={entry.open}
                  errors={form.errors}
                  onChange={(open) => set(index, { open })}
                />
              </div>
              <IconButton
                icon={X}
                label={messages.remove(entry.name)}
                data-focus={`remove-${index}`}
                onClick={() =>
                  change(
                    exceptions.toSpliced(index, 1),
                    'add',
                    messages.removed(exceptions.length - 1),
                  )
                }
              />
            </div>
          </fieldset>
        ),
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <Button
        className="justify-self-start"
        icon={Plus}
        data-focus="add"
        isDisabled={exceptions.length >= OFFICE_HOURS_LIMITS.exceptions}
        onClick={add}
      >
        {messages.add}
      </Button>
    </fieldset>
  );
}
