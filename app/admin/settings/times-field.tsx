import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button, IconButton } from '#app/admin/ui/button.tsx';
import { fieldId } from '#app/admin/ui/form.tsx';
import { FieldError } from '#app/components/form/field.tsx';
import { OFFICE_HOURS_LIMITS } from '#shared/office-hours/messages.ts';
import type { Interval } from '#shared/office-hours/values.ts';
import { OFFICE_HOURS_TAB_MESSAGES as messages } from './messages.ts';

type Props = {
  name: string;
  /** Day of the times, for screen readers. */
  of: string;
  times: readonly Interval[];
  errors: Readonly<Record<string, string>>;
  onChange: (times: Interval[]) => void;
};

const SUGGESTED = [
  { from: '09:00', to: '18:00' },
  { from: '13:00', to: '18:00' },
];
const EMPTY: Interval = { from: '', to: '' };

/** Time inputs cannot hold 24:00, so midnight stands for it. */
const shown = (time: string) => (time === '24:00' ? '00:00' : time);
const closing = (time: string) => (time === '00:00' ? '24:00' : time);

export function TimesField({ name, of, times, errors, onChange }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [announcement, setAnnouncement] = useState('');

  function change(next: Interval[], focused: string, text = '') {
    flushSync(() => {
      onChange(next);
      setAnnouncement(text);
    });
    box.current?.querySelector<HTMLElement>(`[data-focus="${focused}"]`)?.focus();
  }

  function set(index: number, part: keyof Interval, time: string) {
    onChange(times.map((entry, at) => (at === index ? { ...entry, [part]: time } : entry)));
  }

  const error = errors[name];
  const isFull = times.length >= OFFICE_HOURS_LIMITS.intervals;
  return (
    <div ref={box} id={fieldId(name)} tabIndex={-1} className="grid min-w-0 gap-2 outline-offset-4">
      {error && <FieldError id={`${fieldId(name)}-error`}>{error}</FieldError>}
      {times.map(({ from, to }, index) => {
        const id = `${fieldId(name)}.${index}`;
        const problems = (['from', 'to'] as const).map(
          (part) => errors[`${name}.${index}.${part}`],
        );
        const problem = problems.find(Boolean);
        const control = {
          type: 'time',
          className: 'field w-28 px-2 tabular-nums',
          'aria-invalid': problem ? true : undefined,
          'aria-describedby': problem ? `${id}-error` : undefined,
        };
        return (
          <div key={index} className="grid gap-1">
            <div className="flex flex-wrap items-center gap-2">
              <input
                {...control}
                id={`${id}.from`}
                data-focus={`from-${index}`}
                aria-label={messages.opens(of, index + 1)}
                value={from}
                onChange={(event) => set(index, 'from', event.target.value)}
              />
              <span aria-hidden>{messages.until}</span>
              <input
                {...control}
                id={`${id}.to`}
                aria-label={messages.closes(of, index + 1)}
                value={shown(to)}
                onChange={(event) => set(index, 'to', closing(event.target.value))}
              />
              <IconButton
                icon={X}
                label={messages.removeTimes(of, index + 1)}
                onClick={() => change(times.toSpliced(index, 1), 'add', messages.timesRemoved(of))}
              />
            </div>
            {problem && <FieldError id={`${id}-error`}>{problem}</FieldError>}
          </div>
        );
      })}
      <div className="flex flex-wrap items-center gap-3">
        {times.length === 0 && <span className="text-ink-muted">{messages.closed}</span>}
        <Button
          icon={Plus}
          data-focus="add"
          isDisabled={isFull}
          onClick={() =>
            change([...times, SUGGESTED[times.length] ?? EMPTY], `from-${times.length}`)
          }
        >
          {messages.addTimes}
          <span className="sr-only">{messages.addTimesTo(of)}</span>
        </Button>
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}
