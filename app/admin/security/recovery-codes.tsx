import { useCompany } from '#app/components/live-settings.tsx';
import { slugOf } from '#shared/lib/slug.ts';
import { Copy, Download } from 'lucide-react';
import { saveFile } from '#app/admin/data/api.ts';
import { Button } from '#app/admin/ui/button.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { RECOVERY_MESSAGES } from './messages.ts';

/** The clipboard needs a secure context. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const notify = useNotify();

  async function handleClick() {
    try {
      await navigator.clipboard.writeText(text);
      notify.success(RECOVERY_MESSAGES.copied);
    } catch {
      notify.error(RECOVERY_MESSAGES.notCopied);
    }
  }

  return (
    <Button onClick={() => void handleClick()} icon={Copy}>
      {label}
    </Button>
  );
}

export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { name } = useCompany();
  const text = codes.join('\n');
  const file = new Blob([`${text}\n`], { type: 'text/plain' });
  return (
    <>
      <p>{RECOVERY_MESSAGES.explanation}</p>
      <ul
        aria-label={RECOVERY_MESSAGES.label}
        className="grid gap-x-6 gap-y-1 rounded border border-line bg-surface-sunken p-4 sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>
            <code className="font-semibold">{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} label={RECOVERY_MESSAGES.copy} />
        <Button
          onClick={() => saveFile(file, RECOVERY_MESSAGES.fileName(slugOf(name)))}
          icon={Download}
        >
          {RECOVERY_MESSAGES.download}
        </Button>
        <Button onClick={onDone} variant="primary">
          {RECOVERY_MESSAGES.done}
        </Button>
      </div>
    </>
  );
}
