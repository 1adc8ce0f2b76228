import { Copy } from 'lucide-react';
import { useNotify } from '#app/admin/ui/notify.ts';

/** Copies a text; browsers allow it only on https and on this machine. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const notify = useNotify();

  async function handleClick() {
    try {
      await navigator.clipboard.writeText(text);
      notify.success('Copied');
    } catch {
      notify.error('The browser does not allow copying here. Please select the text and copy it.');
    }
  }

  return (
    <button
      type="button"
      onClick={() => void handleClick()}
      className="admin-button admin-button-secondary"
    >
      <Copy aria-hidden className="size-4" />
      {label}
    </button>
  );
}
