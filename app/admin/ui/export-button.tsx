import { Download as DownloadIcon, X } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Download } from '#app/admin/data/use-download.ts';
import { Button } from './button.tsx';
import { formatMegabytes } from '#app/lib/attachments.ts';

type Props = { label: string; download: Download; onStart: () => void; isPrimary?: boolean };

/** Starts an export, says how much of it has arrived, and offers to cancel it. */
export function ExportButton({ label, download, onStart, isPrimary = false }: Props) {
  const start = useRef<HTMLButtonElement>(null);
  const { isRunning, bytes, cancel } = download;
  const progress = bytes > 0 ? `Exporting... ${formatMegabytes(bytes)}` : 'Exporting...';
  return (
    <>
      <Button
        ref={start}
        onClick={onStart}
        isDisabled={isRunning}
        variant={isPrimary ? 'primary' : 'secondary'}
        icon={DownloadIcon}
        className="tabular-nums"
      >
        {isRunning ? progress : label}
      </Button>
      {isRunning && <CancelButton onCancel={cancel} focusAfter={start} />}
      <p role="status" className="sr-only">
        {isRunning && 'Exporting...'}
      </p>
    </>
  );
}

type CancelProps = { onCancel: () => void; focusAfter: RefObject<HTMLButtonElement | null> };

function CancelButton({ onCancel, focusAfter }: CancelProps) {
  const button = useRef<HTMLButtonElement>(null);
  // The button goes with the export; its focus must not.
  useLayoutEffect(() => {
    const own = button.current;
    const next = focusAfter.current;
    return () => {
      if (own === document.activeElement) next?.focus();
    };
  }, [focusAfter]);
  return (
    <Button
      ref={button}
      onClick={onCancel}
      // On the far side of the button just pressed: a second press must not land here.
      className="lg:order-first"
      icon={X}
    >
      Cancel export
    </Button>
  );
}
