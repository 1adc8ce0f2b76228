import { Download, ExternalLink, Eye } from 'lucide-react';
import { useState } from 'react';
import { ApiError, downloadFile, openFile } from '#app/admin/data/api.ts';
import { toDataUrl } from '#app/admin/ui/image/data-url.ts';
import { Button } from '#app/admin/ui/button.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { Problem } from '#app/admin/ui/problem.tsx';
import { formatMegabytes } from '#app/lib/attachments.ts';
import type { OrderFile } from '#shared/orders/admin-schema.ts';
import { ORDER_FILE_MESSAGES as messages } from './messages.ts';

const URL_LIFETIME_MS = 60_000;

// Opened during the click: popup blockers reject a later tab.
async function showPdf({ name }: OrderFile, path: string): Promise<void> {
  const tab = window.open('', '_blank');
  if (!tab) throw new Error(messages.tabRejected);
  tab.document.title = name;
  tab.document.body.textContent = messages.openingFile(name);
  try {
    const { blob } = await openFile(path);
    // Always as a PDF: a blob URL has the origin of this site.
    const url = URL.createObjectURL(new Blob([blob], { type: 'application/pdf' }));
    tab.location.replace(url);
    setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS);
  } catch (error) {
    tab.close();
    throw error;
  }
}

type Action = 'preview' | 'download';
type Work = (file: OrderFile, path: string) => Promise<void>;

const download: Work = ({ name }, path) => downloadFile(path, name);

export function OrderFiles({ orderId, files }: { orderId: string; files: OrderFile[] }) {
  const notify = useNotify();
  const [previews, setPreviews] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [running, setRunning] = useState<string | null>(null);

  async function attempt(action: Action, file: OrderFile, work: Work) {
    if (running !== null) return;
    setRunning(`${action} ${file.id}`);
    setFailure(null);
    try {
      await work(file, `orders/${orderId}/files/${file.id}`);
    } catch (error) {
      notify.error(messages.failed);
      const isSaid =
        error instanceof ApiError ||
        (error instanceof Error && error.message === messages.tabRejected);
      setFailure(isSaid ? error.message : messages.failed);
    }
    setRunning(null);
  }
  const propsOf = (action: Action, { id }: OrderFile) => ({
    isDisabled: running !== null,
    children: running === `${action} ${id}` ? messages.running[action] : messages[action],
  });
  function hide(id: string) {
    setPreviews((shown) => Object.fromEntries(Object.entries(shown).filter(([key]) => key !== id)));
  }
  async function preview(file: OrderFile, path: string) {
    const { blob } = await openFile(path);
    const url = await toDataUrl(new Blob([blob], { type: file.contentType }));
    setPreviews((shown) => ({ ...shown, [file.id]: url }));
  }

  if (files.length === 0) return <p className="text-ink-muted">{messages.none}</p>;
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
                    {...propsOf('preview', file)}
                    aria-expanded={file.id in previews}
                    aria-label={messages.previewOf(file.name)}
                    onClick={() =>
                      file.id in previews ? hide(file.id) : void attempt('preview', file, preview)
                    }
                    icon={Eye}
                  />
                )}
                {file.contentType === 'application/pdf' && (
                  <Button
                    {...propsOf('preview', file)}
                    aria-label={messages.previewInTab(file.name)}
                    onClick={() => void attempt('preview', file, showPdf)}
                    icon={ExternalLink}
                  />
                )}
                <Button
                  {...propsOf('download', file)}
                  aria-label={messages.downloadOf(file.name)}
                  onClick={() => void attempt('download', file, download)}
                  icon={Download}
                />
              </span>
            </div>
            {previews[file.id] && (
              <img
                src={previews[file.id]}
                alt={messages.imageOf(file.name)}
                className="max-h-96 w-fit max-w-full rounded border border-line object-contain"
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
