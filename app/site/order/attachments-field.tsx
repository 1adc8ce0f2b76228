import { useEffect, useEffectEvent, useRef } from 'react';
import { describedBy, FieldError } from '#app/components/form/field.tsx';
import { useDropTarget } from '#app/components/form/use-drop-target.ts';
import { FORM_MESSAGES } from '#app/components/form/messages.ts';
import { formatMegabytes } from '#app/lib/attachments.ts';
import { FORM_NAMES } from '#shared/forms/values.ts';
import { ATTACHMENT_ACCEPT } from '#shared/orders/values.ts';
import { ATTACHMENT_MESSAGES } from './messages.ts';
import type { Attachment, useAttachments } from './use-attachments.ts';

type Props = {
  files: ReturnType<typeof useAttachments>;
  isBusy: boolean;
  error: string | undefined;
  onAdd: (chosen: Iterable<File>) => void;
  onRetry: (id: string) => void;
};

export function AttachmentsField({ files, isBusy, error, onAdd, onRetry }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const { isOver, target } = useDropTarget(isBusy, onAdd);
  const { attachments, problems } = files;

  function takeChosen() {
    if (!input.current) return;
    const chosen = [...(input.current.files ?? [])];
    // Allows choosing the same file again.
    input.current.value = '';
    onAdd(chosen);
  }

  const takeEarlierChoice = useEffectEvent(() => {
    if (input.current?.files?.length) takeChosen();
  });

  // Chosen before hydration.
  useEffect(() => takeEarlierChoice(), []);

  function handleRemove(id: string) {
    files.remove(id);
    input.current?.focus();
  }

  const hasProblem = Boolean(error) || problems.length > 0;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-medium">
        {ATTACHMENT_MESSAGES.legend}
        <span className="font-normal text-ink-muted">{FORM_MESSAGES.optional}</span>
      </legend>
      <div className="grid gap-3">
        <div id="files-error" className="grid gap-1 empty:hidden">
          {error && <FieldError id="files-error-form">{error}</FieldError>}
          {problems.map(({ text }) => (
            <FieldError key={text} id={`files-error-${text}`}>
              {text}
            </FieldError>
          ))}
        </div>
        <div
          {...target}
          className={`relative flex flex-wrap items-center gap-x-4 gap-y-2 rounded border border-dashed p-4 transition-colors ${
            isOver
              ? 'border-accent bg-accent/8'
              : hasProblem
                ? 'border-alert'
                : 'border-line-strong'
          }`}
        >
          <input
            ref={input}
            id={FORM_NAMES.files}
            name={FORM_NAMES.files}
            type="file"
            multiple
            accept={ATTACHMENT_ACCEPT}
            disabled={isBusy}
            onChange={takeChosen}
            aria-describedby={describedBy('files-hint', hasProblem && 'files-error')}
            className="peer sr-only scroll-mt-12 noscript:not-sr-only noscript:w-full"
          />
          <label
            htmlFor={FORM_NAMES.files}
            className="button button-secondary peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent noscript:min-h-0 noscript:border-0 noscript:p-0"
          >
            {ATTACHMENT_MESSAGES.choose}
          </label>
          <p id="files-hint" className="min-w-[min(13rem,100%)] flex-1 text-sm text-ink-muted">
            <span className="noscript:hidden">{ATTACHMENT_MESSAGES.drop}</span>
            {ATTACHMENT_MESSAGES.limits}
          </p>
        </div>
        {attachments.length > 0 && (
          <ul aria-label={ATTACHMENT_MESSAGES.list} className="card divide-y divide-line">
            {attachments.map((attachment) => (
              <AttachmentRow
                key={attachment.id}
                attachment={attachment}
                isBusy={isBusy}
                onRemove={() => handleRemove(attachment.id)}
                onCancel={() => files.cancel(attachment.id)}
                onRetry={() => onRetry(attachment.id)}
              />
            ))}
          </ul>
        )}
      </div>
    </fieldset>
  );
}

type RowProps = {
  attachment: Attachment;
  isBusy: boolean;
  onRemove: () => void;
  onCancel: () => void;
  onRetry: () => void;
};

function AttachmentRow({ attachment, isBusy, onRemove, onCancel, onRetry }: RowProps) {
  const { id, name, size, path, file, state, progress, problem, isRejected } = attachment;
  const isUploading = state === 'uploading';
  const canRetry = !isBusy && !isRejected && (state === 'failed' || state === 'cancelled');
  const { cancel, retry, remove, theUpload } = ATTACHMENT_MESSAGES;
  const buttons = [
    { isShown: isUploading, label: cancel, of: theUpload(name), onClick: onCancel },
    { isShown: canRetry, label: retry, of: theUpload(name), onClick: onRetry },
    { isShown: !isBusy && !isUploading, label: remove, of: ` ${name}`, onClick: onRemove },
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-4 px-4 py-2">
      <div className="min-w-40 flex-1 py-1">
        <p>{name}</p>
        <p className="text-sm text-ink-muted tabular-nums">
          {formatMegabytes(size)}
          {state !== 'waiting' && (
            <span
              className={
                state === 'uploaded' ? 'text-ok' : state === 'failed' ? 'text-alert' : undefined
              }
            >
              {' · '}
              {ATTACHMENT_MESSAGES[state]}
              {isUploading && ` ${Math.round(progress * 100)}%`}
            </span>
          )}
        </p>
        {isUploading && (
          <progress
            aria-label={ATTACHMENT_MESSAGES.progress(name)}
            value={progress}
            max={1}
            className="mt-1 block h-1.5 w-full overflow-hidden rounded-full accent-accent"
          />
        )}
        {problem && <FieldError id={`${id}-problem`}>{problem}</FieldError>}
      </div>
      {path !== null && !file && (
        <>
          <input
            type="hidden"
            name={FORM_NAMES.storedFile}
            value={JSON.stringify({ path, name, size })}
          />
          <label className="hidden min-h-11 items-center gap-2 text-sm noscript:flex">
            <input type="checkbox" name={FORM_NAMES.removeFile} value={path} className="size-4.5" />
            {ATTACHMENT_MESSAGES.remove} <span className="sr-only">{name}</span>
          </label>
        </>
      )}
      <div className="flex gap-1 noscript:hidden">
        {buttons.map(
          ({ isShown, label, of, onClick }) =>
            isShown && (
              <button
                key={label}
                type="button"
                className="inline-flex min-h-11 items-center rounded px-2 text-sm font-medium text-accent underline underline-offset-3 hover:decoration-2"
                onClick={onClick}
              >
                {label}
                <span className="sr-only">{of}</span>
              </button>
            ),
        )}
      </div>
    </li>
  );
}
