import { Bold, Italic, Link, List, ListOrdered, type LucideIcon } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { describedBy } from '#app/components/form/field.tsx';
import { IconButton } from '#app/admin/ui/button.tsx';
import { type FieldProps, FormField } from '#app/admin/ui/form.tsx';
import { EDITOR_MESSAGES } from '#app/admin/ui/messages.ts';
import { applyEdit, selectedOf } from './apply-edit.ts';
import { applyCommand, type MarkdownCommand } from './markdown-commands.ts';
import { Preview, usePreview } from './preview.tsx';
import { TextFacts } from './text-facts.tsx';
import { useListKeys } from './use-list-keys.ts';
import { useSettled } from './use-settled.ts';
import { isShortcut, SHORTCUTS } from '#app/admin/ui/shortcuts.ts';
import { TabList } from '#app/admin/ui/tabs.tsx';

type Button = {
  command: MarkdownCommand;
  icon: LucideIcon;
  shortcut?: 'bold' | 'italic' | 'link';
};

const BUTTONS: Button[] = [
  { command: 'bold', icon: Bold, shortcut: 'bold' },
  { command: 'italic', icon: Italic, shortcut: 'italic' },
  { command: 'bullets', icon: List },
  { command: 'numbers', icon: ListOrdered },
  { command: 'link', icon: Link, shortcut: 'link' },
];

const VIEWS = (['edit', 'preview'] as const).map((value) => ({
  value,
  label: EDITOR_MESSAGES[value],
}));
type View = (typeof VIEWS)[number]['value'];

const TYPING_PAUSE_MS = 700;

type Props = FieldProps & {
  /** The endpoint that renders `{ markdown }` as a `MarkdownPreview`. */
  previewPath: string;
};

/** Markdown with the Edit and Preview tabs of the specification. */
export function MarkdownEditor({ previewPath, ...field }: Props) {
  const { form, name, label } = field;
  const value = String(form.values[name]);
  const error = form.errors[name];
  const ownId = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const listKeys = useListKeys();
  const [view, setView] = useState<View>('edit');
  const [shownError, setShownError] = useState(error);
  // The text that was rejected must be there for the link of the error summary.
  if (error !== shownError) {
    setShownError(error);
    if (error) setView('edit');
  }

  const settled = useSettled(value, TYPING_PAUSE_MS);
  const { html, removed, hasFailed } = usePreview(
    previewPath,
    view === 'preview' ? value : settled,
  );

  function run(command: MarkdownCommand) {
    if (area.current) applyEdit(area.current, applyCommand(command, selectedOf(area.current)));
  }

  function handleKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    listKeys.onKeyDown(event);
    const button = BUTTONS.find(({ shortcut }) => shortcut && isShortcut(event, shortcut));
    if (!button) return;
    event.preventDefault();
    run(button.command);
  }

  return (
    <FormField {...field}>
      {(control) => (
        <div className="card grid grid-cols-[minmax(0,1fr)] overflow-clip">
          <div className="flex flex-wrap items-center justify-between gap-x-2 border-b border-line px-1">
            <TabList
              label={EDITOR_MESSAGES.views(label)}
              tabs={VIEWS}
              value={view}
              onChange={setView}
              idOf={(tab) => `${ownId}-${tab}-tab`}
              panelIdOf={(tab) => `${ownId}-${tab}`}
              className="flex"
            />
            <div
              role="group"
              aria-label={EDITOR_MESSAGES.formatting(label)}
              hidden={view !== 'edit'}
              className="flex hidden:hidden"
            >
              {BUTTONS.map(({ command, icon, shortcut }) => {
                const text = EDITOR_MESSAGES[command];
                const key = shortcut && SHORTCUTS[shortcut].slice(-1).toUpperCase();
                return (
                  <IconButton
                    key={command}
                    label={text}
                    icon={icon}
                    aria-keyshortcuts={key ? `Control+${key} Meta+${key}` : undefined}
                    title={key ? EDITOR_MESSAGES.withKey(text, key) : text}
                    onClick={() => run(command)}
                  />
                );
              })}
            </div>
          </div>
          {/* Never taken out of the page: its undo history would go with it. */}
          <div
            role="tabpanel"
            id={`${ownId}-edit`}
            aria-labelledby={`${ownId}-edit-tab`}
            hidden={view !== 'edit'}
          >
            <textarea
              ref={area}
              {...control}
              aria-describedby={describedBy(control['aria-describedby'], `${ownId}-keys`)}
              rows={14}
              value={value}
              spellCheck
              onChange={(event) => form.setValue(name, event.target.value)}
              onKeyDown={handleKeyDown}
              onBlur={listKeys.onBlur}
              className="field block resize-y rounded-none border-0 font-mono outline-offset-[-2px]"
            />
          </div>
          <div
            role="tabpanel"
            id={`${ownId}-preview`}
            aria-labelledby={`${ownId}-preview-tab`}
            tabIndex={0}
            hidden={view !== 'preview'}
            className="min-h-40 p-4 outline-offset-[-2px]"
          >
            {view === 'preview' && <Preview html={html} hasFailed={hasFailed} />}
          </div>
          <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-line px-3 py-2 text-sm text-ink-muted">
            <TextFacts text={settled} removed={removed} />
            <p id={`${ownId}-keys`} hidden={view === 'preview'}>
              {EDITOR_MESSAGES.keys}
            </p>
          </div>
        </div>
      )}
    </FormField>
  );
}
