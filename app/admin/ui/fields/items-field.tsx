import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FieldError, FieldHint } from '#app/components/form/field.tsx';
import { Button, IconButton } from '#app/admin/ui/button.tsx';
import { type AnyForm, fieldId, type FieldProps } from '#app/admin/ui/form.tsx';
import { ITEMS_MESSAGES as messages } from '#app/admin/ui/messages.ts';

type Item = Record<string, unknown>;

const MOVES = [
  { direction: 'up', by: -1, icon: ArrowUp },
  { direction: 'down', by: 1, icon: ArrowDown },
] as const;

type Props = FieldProps & {
  /** Name of one entry, such as 'Service'. */
  itemLabel: string;
  max: number;
  blank: Item;
  /** The fields of an entry are named `list.index.field` in `form`. */
  children: (form: AnyForm, nameOf: (field: string) => string) => ReactNode;
};

/** An ordered list of records in a form, which can be moved, added and removed with the keyboard. */
export function ItemsField({ form, name, label, hint, itemLabel, max, blank, children }: Props) {
  const items = form.values[name] as Item[];
  const id = fieldId(name);
  const list = useRef<HTMLFieldSetElement>(null);
  const [announcement, setAnnouncement] = useState('');

  function change(next: Item[], focused: string, text = '') {
    flushSync(() => {
      form.setValue(name, next);
      setAnnouncement(text);
    });
    list.current?.querySelector<HTMLElement>(focused)?.focus();
  }

  function add() {
    const input = `[data-item="${items.length}"] :is(input, textarea, select)`;
    change([...items, blank], input);
  }

  function remove(index: number) {
    const left = items.toSpliced(index, 1);
    const next = Math.min(index, left.length - 1);
    const focused = left.length > 0 ? `[data-focus="remove-${next}"]` : '[data-focus="add"]';
    change(left, focused, messages.removed(itemLabel, left.length));
  }

  function move(index: number, { direction, by }: (typeof MOVES)[number]) {
    const moved = items[index];
    if (!moved) return;
    const next = items.toSpliced(index, 1).toSpliced(index + by, 0, moved);
    const text = messages.moved(itemLabel, index + by + 1, items.length);
    change(next, `[data-focus="${direction}-${index + by}"]`, text);
  }

  function formOfItem(item: Item, index: number): AnyForm {
    const prefix = `${name}.${index}.`;
    const values = Object.entries(item).map(([field, value]) => [prefix + field, value]);
    return {
      ...form,
      values: Object.fromEntries(values),
      setValue: (field: string, value: unknown) =>
        form.setValue(
          name,
          items.map((each, at) =>
            at === index ? { ...each, [field.slice(prefix.length)]: value } : each,
          ),
        ),
    };
  }

  const error = form.errors[name];
  return (
    <fieldset
      ref={list}
      id={id}
      tabIndex={-1}
      aria-describedby={hint ? `${id}-hint` : undefined}
      className="grid min-w-0 gap-3 outline-offset-4"
    >
      <legend className="font-medium">{label}</legend>
      {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {items.map((item, index) => (
        <fieldset
          key={index}
          data-item={index}
          className="grid min-w-0 gap-3 rounded border border-line p-4"
        >
          <legend className="px-1 text-sm text-ink-muted">
            {messages.item(itemLabel, index + 1)}
          </legend>
          {children(formOfItem(item, index), (field) => `${name}.${index}.${field}`)}
          <div className="flex flex-wrap justify-end gap-1">
            {MOVES.map((to) => (
              <IconButton
                key={to.direction}
                label={messages.move(itemLabel, index + 1, to.direction)}
                icon={to.icon}
                data-focus={`${to.direction}-${index}`}
                isDisabled={!items[index + to.by]}
                onClick={() => move(index, to)}
              />
            ))}
            <IconButton
              label={messages.remove(itemLabel, index + 1)}
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
        isDisabled={items.length >= max}
        onClick={add}
      >
        {messages.add(itemLabel)}
      </Button>
    </fieldset>
  );
}
