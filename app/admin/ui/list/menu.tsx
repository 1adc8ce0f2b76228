import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isShortcut } from '#app/admin/ui/shortcuts.ts';

export function Menu({ label, children }: { label: string; children: ReactNode }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(false);

  function close() {
    if (menu.current) menu.current.open = false;
  }

  useEffect(() => {
    if (!isOpen) return undefined;
    function handleKeyDown(event: KeyboardEvent) {
      if (!isShortcut(event, 'close') || !menu.current?.contains(document.activeElement)) return;
      event.preventDefault();
      close();
      menu.current.querySelector('summary')?.focus();
    }
    function handlePointer(event: PointerEvent) {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) close();
    }
    window.addEventListener('keydown', handleKeyDown);
    window.addEventListener('pointerdown', handlePointer);
    return () => {
      window.removeEventListener('keydown', handleKeyDown);
      window.removeEventListener('pointerdown', handlePointer);
    };
  }, [isOpen]);

  return (
    <details
      ref={menu}
      data-menu
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="relative"
    >
      <summary className="button button-secondary list-none">
        {label}
        <ChevronDown aria-hidden className="size-4" />
      </summary>
      {isOpen && (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- hears of its links, which the keyboard presses too
        <div
          onClick={(event) => event.target instanceof HTMLAnchorElement && close()}
          className="card absolute end-0 z-10 mt-1 grid w-80 gap-3 p-3 shadow-lg max-sm:fixed max-sm:inset-x-4 max-sm:w-auto"
        >
          {children}
        </div>
      )}
    </details>
  );
}
