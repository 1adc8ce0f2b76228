import { SCREEN_COPY, type ScreenCopy } from '#shared/site-content/screen-copy.ts';
import { useSiteSettings } from './live-settings.tsx';

/** Not beside the settings, since few pages need the built-in texts. */
export function useScreenCopy(): ScreenCopy {
  return { ...SCREEN_COPY, ...useSiteSettings().settings.copy };
}
