import { useMutation } from '@tanstack/react-query';
import { Download, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { downloadFile, isAbort } from '#app/admin/data/api.ts';
import { timeZoneQuery } from '#app/admin/data/time-zone.ts';
import { Button } from './button.tsx';
import { formatMegabytes } from '#app/lib/attachments.ts';
import { EXPORT_MESSAGES } from './messages.ts';
import { useNotify } from './notify.ts';

type Props = {
  label: string;
  path: string;
  fileName: string;
  messages: Record<'exported' | 'exportedTitle' | 'exportFailed' | 'exportFailedTitle', string>;
  isPrimary?: boolean;
  /** Null when another export begins. */
  onFailure?: (failure: string | null) => void;
  onSettled?: () => void;
};

export function ExportButton(props: Props) {
  const { label, path, fileName, messages, isPrimary = false, onFailure, onSettled } = props;
  const notify = useNotify();
  const start = useRef<HTMLButtonElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const [bytes, setBytes] = useState(0);
  const abort = useRef(new AbortController());
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      downloadFile(`${path}&${timeZoneQuery()}`, fileName, {
        signal: abort.current.signal,
        onProgress: setBytes,
      }),
    onMutate() {
      abort.current = new AbortController();
      setBytes(0);
      onFailure?.(null);
    },
    onSuccess: () => notify.success(messages.exported, messages.exportedTitle),
    onError(error) {
      if (isAbort(error)) return;
      onFailure?.(`${messages.exportFailed}. ${error.message}`);
      notify.error(messages.exportFailed, messages.exportFailedTitle);
    },
    onSettled() {
      // The cancel button disappears; the focus must not.
      if (cancel.current === document.activeElement) start.current?.focus();
      onSettled?.();
    },
  });
  const progress =
    bytes > 0 ? EXPORT_MESSAGES.progress(formatMegabytes(bytes)) : EXPORT_MESSAGES.exporting;
  return (
    <>
      <Button
        ref={start}
        onClick={() => mutate()}
        isDisabled={isPending}
        variant={isPrimary ? 'primary' : 'secondary'}
        icon={Download}
        className="tabular-nums"
      >
        {isPending ? progress : label}
      </Button>
      {isPending && (
        <Button
          ref={cancel}
          onClick={() => abort.current.abort()}
          // A double press must not cancel the export.
          className="lg:order-first"
          icon={X}
        >
          {EXPORT_MESSAGES.cancel}
        </Button>
      )}
      <p role="status" className="sr-only">
        {isPending && EXPORT_MESSAGES.exporting}
      </p>
    </>
  );
}
