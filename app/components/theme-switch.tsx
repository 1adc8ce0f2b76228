import { afterPaint } from '#app/lib/after-paint.ts';
import { Icon } from './icon.tsx';
import { COMPONENT_MESSAGES } from './messages.ts';

const MOON = 'M20 13.5A8.5 8.5 0 1 1 10.5 4a6.6 6.6 0 0 0 9.5 9.5z';
const SUN =
  'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4';

export function ThemeSwitch() {
  async function handleClick() {
    // Recolouring a long page takes 200 ms on a phone, so the press is painted first.
    await afterPaint();
    const root = document.documentElement;
    const system = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    const theme = (root.dataset.theme ?? system) === 'dark' ? 'light' : 'dark';
    root.dataset.theme = theme;
    try {
      localStorage.setItem('theme', theme);
    } catch {
      // Storage may be unavailable; the theme then lasts for this page.
    }
  }

  return (
    <button
      type="button"
      onClick={() => void handleClick()}
      aria-label={COMPONENT_MESSAGES.theme}
      className="theme-switch grid size-touch shrink-0 place-items-center rounded text-ink-muted hover:text-ink active:text-accent"
    >
      <Icon path={MOON} className="theme-switch-moon size-5" />
      <Icon path={SUN} className="theme-switch-sun size-5" />
    </button>
  );
}
