import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useUnsaved } from '#app/admin/data/unsaved.ts';
import { FieldError, FieldHint, TextAreaField } from '#app/components/form/field.tsx';
import { Button, IconButton } from './button.tsx';
import { type AnyForm, fieldId, type FieldProps } from './form.tsx';
import { ITEMS_MESSAGES as messages } from './messages.ts';

type Item = Record<string, unknown>;

const MOVES = [
  { direction: 'up', by: -1, icon: ArrowUp },
  { direction: 'down', by: 1, icon: ArrowDown },
] as const;

type Added = { items: Item[]; left: string[]; problems: string[] };

type Props = FieldProps & {
  /** Name of one entry, such as 'Service'. */
  itemLabel: string;
  max: number;
  blank: Item;
  /** Adds an entry for each line of a pasted text. */
  addLines?: ((items: Item[], text: string) => Added) | undefined;
  /** The fields of an entry are named `list.index.field` in `form`. */
  children: (form: AnyForm, nameOf: (field: string) => string) => ReactNode;
};

/** An ordered list of records in a form, which can be moved, added and removed with the keyboard. */
export function ItemsField(props: Props) {
  const { form, name, label, hint, itemLabel, max, blank, addLines, children } = props;
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
      {addLines && (
        <AddSeveral
          id={`${id}-several`}
          label={messages.lines(label)}
          add={(text) => {
            const added = addLines(items, text);
            form.setValue(name, added.items);
            setAnnouncement(messages.added(added.items.length - items.length));
            return added;
          }}
        />
      )}
    </fieldset>
  );
}

type SeveralProps = { id: string; label: string; add: (text: string) => Added };

/** Lines that cannot be added stay in the text. */
function AddSeveral({ id, label, add }: SeveralProps) {
  const [text, setText] = useState('');
  const [problems, setProblems] = useState<string[]>([]);
  useUnsaved(text !== '');
  return (
    <details>
      <summary className="link w-fit py-1 pointer-coarse:py-3">{messages.several}</summary>
      <div className="grid gap-2 pt-2">
        <TextAreaField
          id={id}
          label={label}
          error={problems.join(' ') || undefined}
          rows={6}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button
          className="justify-self-start"
          onClick={() => {
            const { left, problems: found } = add(text);
            setText(left.join('\n'));
            setProblems(found);
          }}
        >
          {messages.addLines}
        </Button>
      </div>
    </details>
  );
}
