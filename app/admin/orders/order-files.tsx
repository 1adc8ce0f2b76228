import { Download, ExternalLink, Eye } from 'lucide-react';
import { useState } from 'react';
import { ApiError, downloadFile, openFile } from '#app/admin/data/api.ts';
import { Button } from '#app/admin/ui/button.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { Problem } from '#app/admin/ui/problem.tsx';
import { formatMegabytes } from '#app/lib/attachments.ts';
import type { OrderFile } from '#shared/orders/admin-schema.ts';

const FAILED = 'Failed to open the file';
const TAB_REJECTED =
  'The browser did not open a new tab. Allow pop-up windows for this site, or download the file.';
const URL_LIFETIME_MS = 60_000;

function toDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(new Error('the file could not be read')));
    reader.readAsDataURL(blob);
  });
}

// Opened by the press itself: a tab that opens only once the file is there is taken for an advertisement.
async function showPdf(name: string, read: () => Promise<{ blob: Blob }>): Promise<void> {
  const tab = window.open('', '_blank');
  if (!tab) throw new Error(TAB_REJECTED);
  tab.document.title = name;
  tab.document.body.textContent = `Opening ${name}...`;
  try {
    const { blob } = await read();
    // Only as a PDF, whatever the file holds: the address belongs to this site.
    const url = URL.createObjectURL(new Blob([blob], { type: 'application/pdf' }));
    tab.location.replace(url);
    setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS);
  } catch (error) {
    tab.close();
    throw error;
  }
}

/** The files of an order: images are shown here, a PDF in a tab of its own, everything can be downloaded. */
export function OrderFiles({ orderId, files }: { orderId: string; files: OrderFile[] }) {
  const notify = useNotify();
  const [previews, setPreviews] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  // The file and what is being done with it; one at a time.
  const [running, setRunning] = useState<string | null>(null);

  async function attempt(name: string, work: () => Promise<void>) {
    if (running !== null) return;
    setRunning(name);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      notify.error(FAILED);
      const isSaid =
        error instanceof ApiError || (error instanceof Error && error.message === TAB_REJECTED);
      setFailure(isSaid ? error.message : FAILED);
    }
    setRunning(null);
  }
  function hide(id: string) {
    setPreviews((shown) => Object.fromEntries(Object.entries(shown).filter(([key]) => key !== id)));
  }
  const pathOf = ({ id }: OrderFile) => `orders/${orderId}/files/${id}`;

  async function preview(file: OrderFile) {
    const { blob } = await openFile(pathOf(file));
    const url = await toDataUrl(new Blob([blob], { type: file.contentType }));
    setPreviews((shown) => ({ ...shown, [file.id]: url }));
  }

  if (files.length === 0) return <p className="text-ink-muted">None</p>;
  return (
    <>
      <Problem>{failure}</Problem>
      <ul className="grid gap-2">
        {files.map((file) => (
          <li key={file.id} className="card grid gap-2 p-3">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0 wrap-anywhere">
                {file.name}{' '}
                <span className="text-ink-muted">{formatMegabytes(file.sizeBytes)}</span>
              </span>
              <span className="flex flex-wrap gap-2">
                {file.contentType.startsWith('image/') && (
                  <Button
                    aria-expanded={file.id in previews}
                    aria-label={`Preview ${file.name}`}
                    isDisabled={running !== null}
                    onClick={() =>
                      file.id in previews
                        ? hide(file.id)
                        : void attempt(`preview ${file.id}`, () => preview(file))
                    }
                    icon={Eye}
                  >
                    {running === `preview ${file.id}` ? 'Opening...' : 'Preview'}
                  </Button>
                )}
                {file.contentType === 'application/pdf' && (
                  <Button
                    aria-label={`Preview ${file.name} in a new tab`}
                    isDisabled={running !== null}
                    onClick={() =>
                      void attempt(`preview ${file.id}`, () =>
                        showPdf(file.name, () => openFile(pathOf(file))),
                      )
                    }
                    icon={ExternalLink}
                  >
                    {running === `preview ${file.id}` ? 'Opening...' : 'Preview'}
                  </Button>
                )}
                <Button
                  aria-label={`Download ${file.name}`}
                  isDisabled={running !== null}
                  onClick={() =>
                    void attempt(`download ${file.id}`, () => downloadFile(pathOf(file), file.name))
                  }
                  icon={Download}
                >
                  {running === `download ${file.id}` ? 'Downloading...' : 'Download'}
                </Button>
              </span>
            </div>
            {previews[file.id] && (
              <img
                src={previews[file.id]}
                alt={`Preview of ${file.name}`}
                className="max-h-96 w-fit max-w-full rounded border border-line object-contain"
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
