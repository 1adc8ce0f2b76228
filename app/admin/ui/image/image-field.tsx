import {
  type ChangeEvent,
  type ClipboardEvent,
  type Ref,
  use,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { StoredImage } from '#app/components/image/stored-image.tsx';
import { describedBy, FieldError, FieldHint } from '#app/components/form/field.tsx';
import { useDropTarget } from '#app/components/form/use-drop-target.ts';
import {
  IMAGE_ACCEPT,
  IMAGE_NAME,
  MAX_IMAGE_BYTES,
  SVG_NAME,
  type UploadFolder,
} from '#shared/uploads/values.ts';
import { UPLOAD_MESSAGES } from '#shared/uploads/messages.ts';
import { ApiError, isAbort, uploadFile } from '#app/admin/data/api.ts';
import { Button } from '#app/admin/ui/button.tsx';
import { fieldId, type FieldProps, TextField } from '#app/admin/ui/form.tsx';
import { IMAGE_MESSAGES } from '#app/admin/ui/messages.ts';
import { useNotify } from '#app/admin/ui/notify.ts';
import { UploadContext } from '#app/admin/data/uploads.ts';
import { FocalPointField } from './focal-point-field.tsx';

function findProblem(file: File): string | null {
  const hasImageName = IMAGE_NAME.test(file.name) || SVG_NAME.test(file.name);
  if (!file.type.startsWith('image/') && !hasImageName) return UPLOAD_MESSAGES.notAnImage;
  return file.size > MAX_IMAGE_BYTES ? UPLOAD_MESSAGES.tooLarge : null;
}

/** Accepts an image from another control, as if it had been dropped here. */
export type ImageTaker = { take: (file: File) => void };

type UploaderProps = {
  ref?: Ref<ImageTaker> | undefined;
  id?: string;
  label: string;
  folder: UploadFolder;
  onUploaded: (url: string) => void;
  buttonText: string;
  successText?: string;
  error?: string | undefined;
};

export function ImageUploader({
  ref,
  id: buttonId,
  label,
  folder,
  onUploaded,
  buttonText,
  successText = UPLOAD_MESSAGES.succeeded,
  error,
}: UploaderProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const notify = useNotify();
  const runUpload = use(UploadContext);
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isBusy = progress !== null;
  const { isOver, target } = useDropTarget(isBusy, ([file]) => take(file));
  const shownProblem = problem ?? error;

  // The form may change during the upload.
  const latest = useRef(onUploaded);
  useEffect(() => {
    latest.current = onUploaded;
  });

  function take(file: File | undefined) {
    if (!file || isBusy) return;
    const found = findProblem(file);
    setProblem(found);
    if (found) {
      notify.error(found);
      return;
    }
    runUpload((signal) => upload(file, signal));
  }

  async function upload(file: File, signal: AbortSignal): Promise<boolean> {
    setProgress(0);
    try {
      const body = new FormData();
      body.append('folder', folder);
      body.append('file', file, file.name);
      const { url } = await uploadFile<{ url: string }>('uploads', body, {
        onProgress: setProgress,
        signal,
      });
      latest.current(url);
      notify.success(successText);
      return true;
    } catch (failure) {
      if (isAbort(failure)) return false;
      const isRejected = failure instanceof ApiError && failure.isRejection;
      setProblem(isRejected ? failure.message : UPLOAD_MESSAGES.failed);
      notify.error(UPLOAD_MESSAGES.failed);
      return false;
    } finally {
      setProgress(null);
    }
  }

  useImperativeHandle(ref, () => ({ take }));

  function takeChosen({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    take(currentTarget.files?.[0]);
    // Allows choosing the same file again.
    currentTarget.value = '';
  }

  function handlePaste(event: ClipboardEvent) {
    const file = event.clipboardData.files[0];
    if (!file) return;
    event.preventDefault();
    take(file);
  }

  return (
    <div className="grid gap-1.5">
      <div
        {...target}
        onPaste={handlePaste}
        className={`flex flex-wrap items-center gap-x-3 gap-y-2 rounded border border-dashed p-3 ${
          isOver
            ? 'border-accent bg-accent/8'
            : shownProblem
              ? 'border-alert'
              : 'border-line-strong'
        }`}
      >
        <input
          ref={input}
          type="file"
          accept={IMAGE_ACCEPT}
          tabIndex={-1}
          aria-label={IMAGE_MESSAGES.choose(label)}
          onChange={takeChosen}
          className="sr-only"
        />
        <Button
          id={buttonId}
          isDisabled={isBusy}
          aria-busy={isBusy}
          aria-describedby={describedBy(`${id}-hint`, Boolean(shownProblem) && `${id}-problem`)}
          onClick={() => input.current?.click()}
        >
          {isBusy ? IMAGE_MESSAGES.uploading : buttonText}
        </Button>
        <p id={`${id}-hint`} className="min-w-40 flex-1 text-ink-muted">
          {IMAGE_MESSAGES.hint}
        </p>
        {isBusy && (
          <progress
            aria-label={IMAGE_MESSAGES.progress(label)}
            value={progress}
            max={1}
            className="block h-1.5 w-full overflow-hidden rounded-full accent-accent"
          />
        )}
      </div>
      {shownProblem && <FieldError id={`${id}-problem`}>{shownProblem}</FieldError>}
    </div>
  );
}

type ImageFieldProps = FieldProps & {
  ref?: Ref<ImageTaker>;
  folder: UploadFolder;
  altName?: string;
  alt?: string;
  /** Crop frame as classes; enables the focal point. */
  crop?: string;
  isNamed?: boolean;
};

export function ImageField(props: ImageFieldProps) {
  const { ref, form, name, label, hint, folder, altName, crop, isNamed } = props;
  const notify = useNotify();
  const group = useRef<HTMLFieldSetElement>(null);
  const url = String(form.values[name] ?? '');
  const ownAlt = altName === undefined ? props.alt : String(form.values[altName]);
  const alt = ownAlt || IMAGE_MESSAGES.preview(label);

  function handleRemove() {
    form.setValue(name, '');
    if (isNamed) notify.success(IMAGE_MESSAGES.removed(label), IMAGE_MESSAGES.removedTitle(label));
    group.current?.querySelector('button')?.focus();
  }

  const remove = (
    <Button onClick={handleRemove}>
      {IMAGE_MESSAGES.remove}
      <span className="sr-only"> {label}</span>
    </Button>
  );

  return (
    <fieldset
      ref={group}
      aria-describedby={hint ? `${fieldId(name)}-help` : undefined}
      className="grid min-w-0 gap-2"
    >
      <legend className="mb-1 font-medium">{label}</legend>
      {hint && <FieldHint id={`${fieldId(name)}-help`}>{hint}</FieldHint>}
      <ImageUploader
        ref={ref}
        id={fieldId(name)}
        label={label}
        folder={folder}
        onUploaded={(uploaded) => form.setValue(name, uploaded)}
        buttonText={url ? IMAGE_MESSAGES.replace : IMAGE_MESSAGES.upload}
        successText={isNamed ? IMAGE_MESSAGES.uploaded(label) : UPLOAD_MESSAGES.succeeded}
        error={form.errors[name]}
      />
      {url && crop !== undefined && (
        <FocalPointField
          label={label}
          url={url}
          alt={alt}
          crop={crop}
          onChange={(changed) => form.setValue(name, changed)}
        >
          {remove}
        </FocalPointField>
      )}
      {url && crop === undefined && (
        <div className="flex flex-wrap items-end gap-3">
          <StoredImage
            url={url}
            alt={alt}
            sizes="240px"
            className="max-h-40 w-auto max-w-full min-w-10 bg-[repeating-conic-gradient(#6f6f6f_0_25%,#868686_0_50%)] bg-size-[1rem_1rem] rounded border border-line object-contain"
          />
          {remove}
        </div>
      )}
      {url && altName !== undefined && (
        <TextField
          form={form}
          name={altName}
          label={IMAGE_MESSAGES.alt}
          hint={IMAGE_MESSAGES.altHint}
        />
      )}
    </fieldset>
  );
}
