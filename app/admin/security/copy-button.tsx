import { Copy } from 'lucide-react';
import { Button } from '#app/admin/ui/button.tsx';
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
    <Button onClick={() => void handleClick()} icon={Copy}>
      {label}
    </Button>
  );
}
