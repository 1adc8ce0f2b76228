import { useCallback, useEffect, useState } from 'react';
import { isShortcut } from '#app/admin/ui/shortcuts.ts';

const COOKIE = 'sidebar_state';
const COOKIE_SECONDS = 7 * 24 * 60 * 60;

function readCollapsed(): boolean {
  return document.cookie.split('; ').includes(`${COOKIE}=collapsed`);
}

/** Whether the sidebar shows icons only; kept in a cookie for 7 days, toggled by Ctrl/Cmd+B too. */
export function useSidebar(onToggleDrawer: () => void) {
  const [isCollapsed, setIsCollapsed] = useState(readCollapsed);

  const toggle = useCallback(() => {
    setIsCollapsed((before) => {
      const state = before ? 'open' : 'collapsed';
      document.cookie = `${COOKIE}=${state}; path=/; max-age=${COOKIE_SECONDS}; samesite=lax`;
      return !before;
    });
  }, []);

  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      if (!isShortcut(event, 'sidebar')) return;
      // An editor uses the same keys for bold.
      if (event.defaultPrevented || document.querySelector('dialog[open]:not(.admin-drawer)'))
        return;
      event.preventDefault();
      if (window.matchMedia('(width < 48rem)').matches) onToggleDrawer();
      else toggle();
    }
    window.addEventListener('keydown', handleKeyDown);
    return () => window.removeEventListener('keydown', handleKeyDown);
  }, [onToggleDrawer, toggle]);

  return { isCollapsed, toggle };
}
