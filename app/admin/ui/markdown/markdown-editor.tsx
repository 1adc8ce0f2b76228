import { Bold, Italic, Link, List, ListOrdered, type LucideIcon } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Field } from '#app/components/form/field.tsx';
import { TrustedHtml } from '#app/lib/trusted-html.tsx';
import { sendJson } from '#app/admin/data/api.ts';
import { IconButton } from '#app/admin/ui/button.tsx';
import { applyCommand, type MarkdownCommand } from './markdown-commands.ts';
import { isShortcut, SHORTCUTS } from '#app/admin/ui/shortcuts.ts';
import { TabList } from '#app/admin/ui/tabs.tsx';

type Shortcut = 'bold' | 'italic' | 'link';
type Button = {
  command: MarkdownCommand;
  label: string;
  icon: LucideIcon;
  shortcut?: Shortcut;
};

const BUTTONS: Button[] = [
  { command: 'bold', label: 'Bold', icon: Bold, shortcut: 'bold' },
  { command: 'italic', label: 'Italic', icon: Italic, shortcut: 'italic' },
  { command: 'bullets', label: 'Bullet list', icon: List },
  { command: 'numbers', label: 'Numbered list', icon: ListOrdered },
  { command: 'link', label: 'Link', icon: Link, shortcut: 'link' },
];

const VIEWS = [
  { value: 'edit', label: 'Edit' },
  { value: 'preview', label: 'Preview' },
] as const;
type View = (typeof VIEWS)[number]['value'];

/** Changes the text as typing would, so that the browser's undo takes it back in one step. */
function edit(area: HTMLTextAreaElement, command: MarkdownCommand): void {
  const { value, selectionStart, selectionEnd } = area;
  const change = applyCommand(command, { text: value, start: selectionStart, end: selectionEnd });
  area.focus();
  area.setSelectionRange(change.from, change.to);
  // Deprecated, but nothing else writes into the undo history; see the HTML Editing APIs draft of WHATWG.
  const isDone = document.execCommand(
    change.insert === '' ? 'delete' : 'insertText',
    false,
    change.insert,
  );
  if (!isDone) {
    area.setRangeText(change.insert, change.from, change.to, 'end');
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  area.setSelectionRange(change.start, change.end);
}

type Props = {
  /** The id of the text area, to which labels and the error summary lead. */
  id: string;
  label: string;
  value: string;
  onChange: (markdown: string) => void;
  error: string | undefined;
  hint?: ReactNode;
  /** The call that renders `{ markdown }` as `{ html }`. */
  previewPath?: string;
  rows?: number;
};

/** Markdown with the Edit and Preview tabs of the specification. */
export function MarkdownEditor({
  id,
  label,
  value,
  onChange,
  error,
  hint,
  previewPath = 'blog-posts/preview',
  rows = 14,
}: Props) {
  const ownId = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [view, setView] = useState<View>('edit');
  const [shownError, setShownError] = useState(error);
  // The text that was rejected must be there for the link of the error summary.
  if (error !== shownError) {
    setShownError(error);
    if (error) setView('edit');
  }

  function run(command: MarkdownCommand) {
    if (area.current) edit(area.current, command);
  }

  function handleShortcut(event: KeyboardEvent) {
    const button = BUTTONS.find(({ shortcut }) => shortcut && isShortcut(event, shortcut));
    if (!button) return;
    event.preventDefault();
    run(button.command);
  }

  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(control) => (
        <div className="card grid grid-cols-[minmax(0,1fr)] overflow-clip">
          <div className="flex flex-wrap items-center justify-between gap-x-2 border-b border-line px-1">
            <TabList
              label={`${label}: edit or preview`}
              tabs={VIEWS}
              value={view}
              onChange={setView}
              idOf={(name) => `${ownId}-${name}-tab`}
              panelIdOf={(name) => `${ownId}-${name}`}
              className="flex"
            />
            <div
              role="group"
              aria-label={`Formatting of ${label}`}
              hidden={view !== 'edit'}
              className="flex hidden:hidden"
            >
              {BUTTONS.map(({ command, label: name, icon, shortcut }) => {
                const key = shortcut && SHORTCUTS[shortcut].keys.slice(-1).toUpperCase();
                return (
                  <IconButton
                    key={command}
                    label={name}
                    icon={icon}
                    aria-keyshortcuts={key ? `Control+${key} Meta+${key}` : undefined}
                    title={key ? `${name} (Ctrl+${key})` : name}
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
              rows={rows}
              value={value}
              spellCheck
              onChange={(event) => onChange(event.target.value)}
              onKeyDown={handleShortcut}
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
            {view === 'preview' && <Preview markdown={value} path={previewPath} />}
          </div>
        </div>
      )}
    </Field>
  );
}

function Preview({ markdown, path }: { markdown: string; path: string }) {
  const { data, error } = useQuery({
    queryKey: ['preview', path, markdown],
    queryFn: () => sendJson<{ html: string }>('POST', path, { markdown }),
    gcTime: 0,
    staleTime: 'static',
  });

  if (error) {
    return (
      <p role="alert" className="font-medium text-alert">
        Error rendering content
      </p>
    );
  }
  if (!data) {
    return (
      <p role="status" className="text-ink-muted">
        Rendering...
      </p>
    );
  }
  if (data.html.trim() === '') return <p className="text-ink-muted">Nothing to preview yet.</p>;
  // Sanitised by the server with the list of the preview: no attribute, no link, no script.
  return (
    <TrustedHtml
      html={data.html}
      className="prose contain-layout wrap-anywhere [&_pre]:whitespace-pre-wrap"
    />
  );
}
