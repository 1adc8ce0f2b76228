import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { LIST_MESSAGES } from './messages.ts';

export function Problem({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <p role="alert" className="font-medium text-alert">
      {children}
    </p>
  );
}

/**
 * As the `ref` of a part that may disappear while focused: moves the focus to the title of
 * its dialog, the search, or the content.
 */
export function passFocusOn(part: HTMLElement | null) {
  return () => {
    if (!part?.contains(document.activeElement)) return;
    const next =
      part.closest('dialog')?.querySelector('h2') ??
      document.querySelector<HTMLElement>('[data-shortcut-search]') ??
      document.getElementById('content');
    next?.focus();
  };
}

type NoticeProps = {
  isAlert?: boolean;
  text: string;
  onClose: () => void;
  children?: ReactNode;
};

export function Notice({ isAlert, text, onClose, children }: NoticeProps) {
  return (
    <div
      ref={passFocusOn}
      role={isAlert ? 'alert' : undefined}
      className={`card flex items-center justify-between gap-3 border-s-4 p-3 ${isAlert ? 'border-s-alert' : 'border-s-ok'}`}
    >
      <p className="min-w-0 wrap-anywhere">{text}</p>
      <span className="flex shrink-0 items-center gap-2">
        {children}
        <IconButton label={LIST_MESSAGES.closeNotice} icon={X} onClick={onClose} />
      </span>
    </div>
  );
}
