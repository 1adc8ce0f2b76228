import { useMutation } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, Paperclip, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { FORM_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { CONVERSATION_MESSAGES } from '#shared/conversations/messages.ts';
import { fillTemplate, MAX_REPLY, type TemplateValues } from '#shared/conversations/values.ts';
import { ATTACHMENT_ACCEPT } from '#shared/orders/values.ts';
import { ApiError, sendJson } from '#app/admin/data/api.ts';
import { useSession } from '#app/admin/data/session.ts';
import { Button, IconButton, LinkButton } from '#app/admin/ui/button.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { Problem } from '#app/admin/ui/problem.tsx';
import { isShortcut } from '#app/admin/ui/shortcuts.ts';
import { TabList } from '#app/admin/ui/tabs.tsx';
import { createFormKey } from '#app/lib/post.ts';
import { COMPOSER_MESSAGES as messages } from './messages.ts';
import { Templates } from './templates.tsx';
import { useOfferUndo } from './use-offer-undo.tsx';
import { type ReplyFile, useReplyFiles } from './use-reply-files.ts';
import { usePresence } from './use-presence.ts';
import { draftNameOf, useReplyDraft } from './use-reply-draft.ts';

export type ReplyFlow = {
  /** Incremented to focus the reply. */
  focusRequest: number;
  /** Opened after another reply, not by its reader. */
  isUnseen: boolean;
  onSent: () => void;
};

type Kind = 'reply' | 'note';
const KINDS = (['reply', 'note'] as const).map((value) => ({ value, label: messages[value] }));

type Props = {
  conversationId: string;
  leadPath: string;
  email: string;
  /** Latest entry that the author has seen. */
  lastWordAt: string;
  templateValues: TemplateValues;
  onChanged: () => Promise<unknown>;
  flow?: ReplyFlow | undefined;
};

function problemOf(kind: Kind, text: string): string | null {
  const { reply, note, replyTooLong, tooLongNote } = CONVERSATION_MESSAGES;
  if (text.trim() === '') return kind === 'reply' ? reply : note;
  if (Array.from(text.trim()).length <= MAX_REPLY) return null;
  return kind === 'reply' ? replyTooLong : tooLongNote;
}

const ENDPOINTS = { reply: 'replies', note: 'notes', elsewhere: 'answered-elsewhere' } as const;

type Sending = { as: keyof typeof ENDPOINTS; text: string; hasFiles: boolean; body: object };

function useSending(
  { leadPath, email, templateValues, onChanged, flow }: Props,
  draft: ReturnType<typeof useReplyDraft>,
  files: ReturnType<typeof useReplyFiles>,
) {
  // Uploaded files belong to the key of the reply.
  const keys = useRef({ note: createFormKey(), elsewhere: createFormKey() });
  function renewKey(as: Sending['as']) {
    if (as === 'reply') draft.renewKey();
    else keys.current[as] = createFormKey();
  }
  const notify = useNotify();
  const [failure, setFailure] = useState<string | null>(null);
  const offerUndo = useOfferUndo();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ as, body }: Sending) =>
      sendJson<{ id: string }>('POST', `${leadPath}/${ENDPOINTS[as]}`, body, {
        idempotencyKey: as === 'reply' ? draft.formKey() : keys.current[as],
      }),
    onMutate: () => setFailure(null),
    async onSuccess({ id }, { as, text, hasFiles }) {
      renewKey(as);
      if (as !== 'elsewhere') draft.write({ [as]: '' });
      if (as === 'note') notify.success(messages.addedNote);
      else offerUndo({ leadPath, id, recipient: templateValues.name || email, text, hasFiles });
      await onChanged();
      if (as !== 'note') flow?.onSent();
    },
    async onError(error, { as }) {
      const titles = { reply: 'failed', note: 'failedNote', elsewhere: 'elsewhereFailed' } as const;
      const title = messages[titles[as]];
      setFailure(`${title}. ${error.message}`);
      notify.error(title);
      if (!(error instanceof ApiError)) return;
      // Another tab, or an attempt whose response was lost, may have used this key for another text.
      if (error.status === 422 || error.status === 409) {
        renewKey(as);
        if (as === 'reply') files.sendAgain();
      }
      // New entries are shown before the next attempt.
      if (error.status === 409) await onChanged();
    },
  });

  return { failure, setFailure, isBusy: isPending, send: mutate };
}

export function Composer(props: Props) {
  const { conversationId, leadPath, email, lastWordAt, templateValues, flow } = props;
  const id = useId();
  const [kind, setKind] = useState<Kind>('reply');
  const [showsTemplates, setShowsTemplates] = useState(false);
  const draft = useReplyDraft(draftNameOf(useSession()?.admin.id, leadPath));
  const [hasFocus, setHasFocus] = useState(false);
  const files = useReplyFiles(draft.formKey);
  const sending = useSending(props, draft, files);
  const area = useRef<HTMLTextAreaElement>(null);
  const text = draft.written[kind];
  const isReply = kind === 'reply';
  usePresence(conversationId, isReply && (hasFocus || text.trim() !== ''));
  const focusRequest = flow?.focusRequest ?? 0;
  useEffect(() => {
    if (focusRequest > 0) area.current?.focus();
  }, [focusRequest]);

  function submit() {
    if (sending.isBusy) return;
    const filled = isReply ? fillTemplate(text, templateValues) : text;
    draft.write({ [kind]: filled });
    const problem =
      problemOf(kind, filled) ?? (isReply && files.isUploading ? messages.waitForFiles : null);
    sending.setFailure(problem);
    if (problem !== null) {
      area.current?.focus();
      return;
    }
    const fileUrls = files.paths;
    const body = isReply ? { body: filled, lastWordAt, fileUrls } : { body: filled };
    const hasFiles = isReply && fileUrls.length > 0;
    sending.send(
      { as: kind, text: filled, hasFiles, body },
      { onSuccess: () => isReply && files.clear() },
    );
  }

  function insert(template: string) {
    const start = area.current?.selectionStart ?? text.length;
    const end = area.current?.selectionEnd ?? text.length;
    draft.write({ reply: text.slice(0, start) + template + text.slice(end) });
    area.current?.focus();
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (!isShortcut(event, 'send')) return;
    event.preventDefault();
    submit();
  }

  return (
    <div className="grid gap-2">
      <div className="card grid grid-cols-[minmax(0,1fr)]">
        <TabList
          label={messages.kinds}
          tabs={KINDS}
          value={kind}
          onChange={setKind}
          idOf={(tab) => `${id}-${tab}-tab`}
          panelIdOf={() => `${id}-panel`}
          className="flex gap-1 overflow-x-auto border-b border-line p-1 pb-0"
        />
        <div
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-${kind}-tab`}
          className="grid gap-3 p-3"
        >
          <Problem>{sending.failure}</Problem>
          {draft.isRestored && (
            <p role="status" className="text-sm text-ink-muted">
              {FORM_MESSAGES.draftRestored}{' '}
              <LinkButton onClick={() => draft.write({ reply: '', note: '' })}>
                {FORM_MESSAGES.discardDraft}
              </LinkButton>
            </p>
          )}
          <div className="grid gap-1">
            <label htmlFor={`${id}-text`} className="wrap-anywhere">
              {isReply ? messages.replyTo(email) : messages.note}
            </label>
            <textarea
              ref={area}
              data-composer
              id={`${id}-text`}
              rows={5}
              aria-describedby={`${id}-hint`}
              className="field"
              value={text}
              onChange={({ target }) => draft.write({ [kind]: target.value })}
              onKeyDown={handleKeyDown}
              onFocus={() => setHasFocus(true)}
              onBlur={() => setHasFocus(false)}
            />
            <p id={`${id}-hint`} className="text-sm text-ink-muted">
              {isReply ? messages.hint : messages.hintOfNote}
            </p>
          </div>
          {isReply && <ReplyFiles files={files} />}
          <div className="flex flex-wrap items-center gap-2">
            <Button variant="primary" isDisabled={sending.isBusy} onClick={submit}>
              {sending.isBusy ? messages.sending : isReply ? messages.sendReply : messages.saveNote}
            </Button>
            {isReply && (
              <>
                <Button
                  icon={showsTemplates ? ChevronUp : ChevronDown}
                  aria-expanded={showsTemplates}
                  onClick={() => setShowsTemplates(!showsTemplates)}
                >
                  {messages.templates}
                </Button>
                <Button
                  isDisabled={sending.isBusy}
                  onClick={() =>
                    sending.send({
                      as: 'elsewhere',
                      text: '',
                      hasFiles: false,
                      body: { lastWordAt },
                    })
                  }
                >
                  {messages.elsewhere}
                </Button>
              </>
            )}
          </div>
          {isReply && showsTemplates && (
            <Templates values={templateValues} text={text} onInsert={insert} />
          )}
        </div>
      </div>
    </div>
  );
}

function ReplyFiles({ files }: { files: ReturnType<typeof useReplyFiles> }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="grid gap-2">
      <Problem>{files.problem}</Problem>
      {files.files.length > 0 && (
        <ul className="grid gap-1">
          {files.files.map((file: ReplyFile) => (
            <li
              key={`${file.name} ${file.size} ${file.lastModified}`}
              className="flex items-center gap-2"
            >
              <span className="min-w-0 wrap-anywhere">
                {file.path === null ? messages.uploading(file.name, file.percent) : file.name}
              </span>
              <IconButton
                label={messages.remove(file.name)}
                icon={X}
                onClick={() => files.remove(file)}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button icon={Paperclip} onClick={() => input.current?.click()}>
          {messages.attach}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept={ATTACHMENT_ACCEPT}
          onChange={({ target }) => {
            files.add([...(target.files ?? [])]);
            target.value = '';
          }}
        />
        <span className="text-sm text-ink-muted">{messages.attachHint}</span>
      </div>
    </div>
  );
}
