import { useState } from 'react';
import { isShortcut, useKeyDown } from '#app/admin/ui/shortcuts.ts';

const COOKIE = 'sidebar_state';
const COOKIE_SECONDS = 7 * 24 * 60 * 60;

function readCollapsed(): boolean {
  // A cookie of an earlier version, with the path /, comes after this one.
  const cookie = document.cookie.split('; ').find((text) => text.startsWith(`${COOKIE}=`));
  return cookie === `${COOKIE}=collapsed`;
}

/** Stored in a cookie for 7 days; also toggled by Ctrl/Cmd+B. */
export function useSidebar(onToggleDrawer: () => void) {
  const [isCollapsed, setIsCollapsed] = useState(readCollapsed);

  function toggle() {
    const state = isCollapsed ? 'open' : 'collapsed';
    const secure = window.location.protocol === 'https:' ? '; secure' : '';
    document.cookie = `${COOKIE}=${state}; path=/admin; max-age=${COOKIE_SECONDS}; samesite=strict${secure}`;
    setIsCollapsed(!isCollapsed);
  }

  useKeyDown((event) => {
    // Editors use the same keys for bold.
    if (!isShortcut(event, 'sidebar') || event.defaultPrevented) return;
    if (document.querySelector('dialog[open]:not(.admin-drawer, [data-beside])')) return;
    event.preventDefault();
    if (window.matchMedia('(width < 48rem)').matches) onToggleDrawer();
    else toggle();
  });

  return { isCollapsed, toggle };
}
