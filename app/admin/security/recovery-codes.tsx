import { Download } from 'lucide-react';
import { Button } from '#app/admin/ui/button.tsx';
import { CopyButton } from './copy-button.tsx';

type Props = { codes: string[]; onDone: () => void };

const FILE_NAME = 'vitrin-recovery-codes.txt';

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = FILE_NAME;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The codes that open the account without the telephone, shown this once. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const text = codes.join('\n');
  return (
    <div className="grid gap-4">
      <p>
        Two-step sign-in is on, and your sessions elsewhere have ended. Keep these recovery codes in
        a safe place: each signs you in once when your telephone is not at hand. They are not shown
        again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-1 rounded border border-line bg-surface-sunken p-4 sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>
            <code className="font-semibold">{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} label="Copy codes" />
        <Button onClick={() => download(text)} icon={Download}>
          Download codes
        </Button>
        <Button onClick={onDone} variant="primary">
          I have stored them
        </Button>
      </div>
    </div>
  );
}
