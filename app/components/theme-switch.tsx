import { Moon, Sun } from 'lucide-react';
import { COMPONENT_MESSAGES } from './messages.ts';

/** Switches between light and dark and remembers the choice on this device. */
export function ThemeSwitch() {
  function handleClick() {
    const root = document.documentElement;
    const system = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    const theme = (root.dataset.theme ?? system) === 'dark' ? 'light' : 'dark';
    root.dataset.theme = theme;
    try {
      localStorage.setItem('theme', theme);
    } catch {
      // Storage may be closed to the site; the theme then lasts for this page.
    }
  }

  return (
    <button
      type="button"
      onClick={handleClick}
      aria-label={COMPONENT_MESSAGES.theme}
      className="theme-switch grid size-11 shrink-0 place-items-center rounded text-ink-muted hover:text-ink"
    >
      <Moon aria-hidden className="theme-switch-moon size-5" />
      <Sun aria-hidden className="theme-switch-sun size-5" />
    </button>
  );
}
