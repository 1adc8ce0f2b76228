import { Bold, Italic, Link, List, ListOrdered, type LucideIcon } from 'lucide-react';
import { type KeyboardEvent, memo, useEffect, useId, useRef, useState } from 'react';
import { describedBy } from '#app/components/form/field.tsx';
import { IconButton } from '#app/admin/ui/button.tsx';
import { useHasRoomBeside } from '#app/admin/ui/dialog.tsx';
import { type FieldProps, FormField } from '#app/admin/ui/form.tsx';
import { EDITOR_MESSAGES } from '#app/admin/ui/messages.ts';
import { applyEdit, selectedOf } from './apply-edit.ts';
import { applyCommand, type MarkdownCommand } from './markdown-commands.ts';
import { useListKeys } from './use-list-keys.ts';
import { useRichPaste } from './use-rich-paste.ts';
import { useNotify } from '#app/admin/ui/notify.ts';
import { isShortcut, SHORTCUTS } from '#app/admin/ui/shortcuts.ts';
import { TabList } from '#app/admin/ui/tabs.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { sendJson } from '#app/admin/data/api.ts';
import { Problem } from '#app/admin/ui/problem.tsx';
import { TrustedHtml } from '#app/lib/trusted-html.tsx';
import type { MarkdownPreview, RemovedPart } from '#shared/documents/preview.ts';
import { formatCount } from '#app/admin/ui/format-count.ts';
import { countWords, readingMinutes } from '#shared/lib/reading-time.ts';

type Button = { command: MarkdownCommand; icon: LucideIcon; shortcut?: 'bold' | 'italic' | 'link' };

const BUTTONS: Button[] = [
  { command: 'bold', icon: Bold, shortcut: 'bold' },
  { command: 'italic', icon: Italic, shortcut: 'italic' },
  { command: 'bullets', icon: List },
  { command: 'numbers', icon: ListOrdered },
  { command: 'link', icon: Link, shortcut: 'link' },
];

const VIEWS = (['edit', 'preview', 'both'] as const).map((value) => ({
  value,
  label: EDITOR_MESSAGES[value],
}));
type View = (typeof VIEWS)[number]['value'];

const TYPING_PAUSE_MS = 700;

type Props = FieldProps & {
  /** Endpoint that renders `{ markdown }` as a `MarkdownPreview`. */
  previewPath: string;
  keepsLinks?: boolean;
  /** Receives pasted and dropped images; without it the editor rejects them. */
  onImage?: (image: File) => void;
};

export function MarkdownEditor({ previewPath, keepsLinks = false, onImage, ...field }: Props) {
  const { form, name, label } = field;
  const value = String(form.values[name]);
  const error = form.errors[name];
  const ownId = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const listKeys = useListKeys();
  const notify = useNotify();
  const richPaste = useRichPaste({
    keepsLinks,
    onImage: onImage ?? (() => notify.error(EDITOR_MESSAGES.noImages)),
  });
  const hasRoom = useHasRoomBeside();
  const [chosenView, setChosenView] = useState<View | null>(null);
  const isChosenPossible = chosenView !== null && (chosenView !== 'both' || hasRoom);
  const view = isChosenPossible ? chosenView : hasRoom ? 'both' : 'edit';
  const [shownError, setShownError] = useState(error);
  // The link in the error summary needs a visible text.
  if (error !== shownError) {
    setShownError(error);
    if (error) setChosenView(null);
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
              tabs={hasRoom ? VIEWS : VIEWS.slice(0, 2)}
              value={view}
              onChange={setChosenView}
              idOf={(tab) => `${ownId}-${tab}-tab`}
              panelIdOf={(tab) => `${ownId}-${tab}`}
              className="flex"
            />
            <div
              role="group"
              aria-label={EDITOR_MESSAGES.formatting(label)}
              hidden={view === 'preview'}
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
          <div
            id={`${ownId}-both`}
            role={view === 'both' ? 'tabpanel' : undefined}
            aria-labelledby={view === 'both' ? `${ownId}-both-tab` : undefined}
            className={view === 'both' ? 'grid grid-cols-2 divide-x divide-line' : undefined}
          >
            {/* Never unmounted: that would lose the undo history. */}
            <div
              role={view === 'both' ? 'group' : 'tabpanel'}
              id={`${ownId}-edit`}
              aria-labelledby={`${ownId}-edit-tab`}
              hidden={view === 'preview'}
            >
              <textarea
                ref={area}
                {...control}
                {...richPaste}
                aria-describedby={describedBy(control['aria-describedby'], `${ownId}-keys`)}
                rows={view === 'both' ? 24 : 14}
                value={value}
                spellCheck
                onChange={(event) => form.setValue(name, event.target.value)}
                onKeyDown={handleKeyDown}
                onBlur={listKeys.onBlur}
                className="field block resize-y rounded-none border-0 font-mono outline-offset-[-2px]"
              />
            </div>
            <div
              role={view === 'both' ? 'group' : 'tabpanel'}
              id={`${ownId}-preview`}
              aria-labelledby={`${ownId}-preview-tab`}
              tabIndex={0}
              hidden={view === 'edit'}
              className={`min-h-40 p-4 outline-offset-[-2px] ${view === 'both' ? 'overflow-y-auto contain-size' : ''}`}
            >
              {view !== 'edit' && <Preview html={html} hasFailed={hasFailed} />}
            </div>
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

function useSettled<T>(value: T, pauseMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), pauseMs);
    return () => window.clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}

function usePreview(path: string, markdown: string) {
  const { data, error } = useQuery({
    queryKey: ['preview', path, markdown],
    queryFn: () => sendJson<MarkdownPreview>('POST', path, { markdown }),
    enabled: markdown.trim() !== '',
    gcTime: 0,
    staleTime: 'static',
    placeholderData: keepPreviousData,
  });
  const preview = markdown.trim() === '' ? { html: '', removed: [] } : data;
  return { html: preview?.html, removed: preview?.removed ?? NOTHING, hasFailed: error !== null };
}

const NOTHING: MarkdownPreview['removed'] = [];

type PreviewProps = { html: string | undefined; hasFailed: boolean };

const Preview = memo(function Preview({ html, hasFailed }: PreviewProps) {
  if (hasFailed) {
    return <Problem>{EDITOR_MESSAGES.failed}</Problem>;
  }
  if (html === undefined) {
    return (
      <p role="status" className="text-ink-muted">
        {EDITOR_MESSAGES.rendering}
      </p>
    );
  }
  if (html.trim() === '') return <p className="text-ink-muted">{EDITOR_MESSAGES.nothing}</p>;
  // Sanitised by the server.
  return (
    <TrustedHtml
      html={html}
      className="prose contain-layout wrap-anywhere [&_pre]:whitespace-pre-wrap [&>:first-child]:mt-0"
    />
  );
});

type TextFactsProps = { text: string; removed: readonly RemovedPart[] };

/** Announced only when typing pauses. */
const TextFacts = memo(function TextFacts({ text, removed }: TextFactsProps) {
  const words = countWords(text);
  return (
    <div role="status" className="grid gap-1">
      <p className="tabular-nums">
        {EDITOR_MESSAGES.facts(formatCount(words), words, readingMinutes(text))}
      </p>
      <RemovedParts
        parts={removed.filter(({ keepsText }) => keepsText)}
        say={EDITOR_MESSAGES.unwrapped}
      />
      <RemovedParts
        parts={removed.filter(({ keepsText }) => !keepsText)}
        say={EDITOR_MESSAGES.removed}
      />
    </div>
  );
});

type PartsProps = { parts: readonly RemovedPart[]; say: (parts: string) => string };

function RemovedParts({ parts, say }: PartsProps) {
  if (parts.length === 0) return null;
  return (
    <p className="wrap-anywhere text-ink">
      {say(parts.map(EDITOR_MESSAGES.removedPart).join(', '))}
    </p>
  );
}
