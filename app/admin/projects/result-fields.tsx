import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button, IconButton } from '#app/admin/ui/button.tsx';
import { fieldId, type Form, TextField } from '#app/admin/ui/form.tsx';
import { FieldError, FieldHint } from '#app/components/form/field.tsx';
import {
  PROJECT_LABELS,
  PROJECT_SCREEN_MESSAGES as MESSAGES,
  RESULT_LABELS,
} from '#shared/projects/messages.ts';
import { type NEW_PROJECT, NEW_RESULT, PROJECT_LIMITS } from '#shared/projects/values.ts';

type Result = typeof NEW_RESULT;
const LIST = 'results';
const FIELDS = [
  { name: 'metric', className: 'sm:col-span-2' },
  { name: 'before', className: '' },
  { name: 'after', className: '' },
  { name: 'howMeasured', className: 'sm:col-span-2' },
] as const;
const MOVES = [
  { direction: 'up', by: -1, icon: ArrowUp },
  { direction: 'down', by: 1, icon: ArrowDown },
] as const;

export function ResultFields({ form }: { form: Form<typeof NEW_PROJECT> }) {
  const { results } = form.values;
  const id = fieldId(LIST);
  const list = useRef<HTMLFieldSetElement>(null);
  const [announcement, setAnnouncement] = useState('');

  /** Focuses the element with this `data-focus`. */
  function change(next: Result[], focused: string, text = '') {
    flushSync(() => {
      form.setValue(LIST, next);
      setAnnouncement(text);
    });
    list.current?.querySelector<HTMLElement>(`[data-focus="${focused}"]`)?.focus();
  }

  function add() {
    change([...results, NEW_RESULT], `metric-${results.length}`);
  }

  function remove(index: number) {
    const left = results.toSpliced(index, 1);
    const focused = left.length > 0 ? `remove-${Math.min(index, left.length - 1)}` : 'add';
    change(left, focused, MESSAGES.resultRemoved(left.length));
  }

  function move(index: number, { direction, by }: (typeof MOVES)[number]) {
    const moved = results[index];
    if (!moved) return;
    const next = results.toSpliced(index, 1).toSpliced(index + by, 0, moved);
    const text = MESSAGES.resultMoved(index + by + 1, results.length);
    change(next, `${direction}-${index + by}`, text);
  }

  function setResult(index: number, name: keyof Result, value: string) {
    form.setValue(
      LIST,
      results.map((result, at) => (at === index ? { ...result, [name]: value } : result)),
    );
  }

  const error = form.errors[LIST];
  return (
    <fieldset
      ref={list}
      id={id}
      tabIndex={-1}
      aria-describedby={`${id}-hint`}
      className="grid min-w-0 gap-3 outline-offset-4"
    >
      <legend className="font-medium">{PROJECT_LABELS.results}</legend>
      <FieldHint id={`${id}-hint`}>{MESSAGES.resultsHint}</FieldHint>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {results.map((result, index) => (
        <fieldset key={index} className="grid min-w-0 gap-3 rounded border border-line p-4">
          <legend className="px-1 text-sm text-ink-muted">{MESSAGES.result(index + 1)}</legend>
          <div className="grid gap-3 sm:grid-cols-2">
            {FIELDS.map(({ name, className }) => (
              <div key={name} className={className}>
                <TextField
                  form={form}
                  name={`${LIST}.${index}.${name}`}
                  label={RESULT_LABELS[name]}
                  value={result[name]}
                  data-focus={`${name}-${index}`}
                  onChange={(event) => setResult(index, name, event.target.value)}
                />
              </div>
            ))}
          </div>
          <div className="flex flex-wrap justify-end gap-1">
            {MOVES.map((to) => (
              <IconButton
                key={to.direction}
                label={MESSAGES.moveResult(index + 1, to.direction)}
                icon={to.icon}
                data-focus={`${to.direction}-${index}`}
                isDisabled={!results[index + to.by]}
                onClick={() => move(index, to)}
              />
            ))}
            <IconButton
              label={MESSAGES.removeResult(index + 1)}
              icon={X}
              data-focus={`remove-${index}`}
              onClick={() => remove(index)}
            />
          </div>
        </fieldset>
      ))}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <Button
        className="justify-self-start"
        icon={Plus}
        data-focus="add"
        isDisabled={results.length >= PROJECT_LIMITS.results}
        onClick={add}
      >
        {MESSAGES.addResult}
      </Button>
    </fieldset>
  );
}
