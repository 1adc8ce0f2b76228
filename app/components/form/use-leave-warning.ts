import { useEffect, useEffectEvent } from 'react';

/** Maximum delay of `beforeunload` for mail and telephone links. */
const OTHER_PROGRAM_MS = 500;

export function useLeaveWarning(isActive: boolean, isReleased?: () => boolean): void {
  const askBeforeUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (!isReleased?.()) event.preventDefault();
  });

  useEffect(() => {
    if (!isActive) return undefined;
    let isOpeningOtherProgram = false;
    // Browsers fire `beforeunload` for these too, though the page stays.
    const handleClick = ({ target }: MouseEvent) => {
      if (!(target instanceof Element)) return;
      if (!target.closest('a[href^="mailto:"], a[href^="tel:"]')) return;
      isOpeningOtherProgram = true;
      setTimeout(() => {
        isOpeningOtherProgram = false;
      }, OTHER_PROGRAM_MS);
    };
    const handleBeforeUnload = (event: BeforeUnloadEvent) => {
      if (!isOpeningOtherProgram) askBeforeUnload(event);
    };
    document.addEventListener('click', handleClick);
    window.addEventListener('beforeunload', handleBeforeUnload);
    return () => {
      document.removeEventListener('click', handleClick);
      window.removeEventListener('beforeunload', handleBeforeUnload);
    };
  }, [isActive]);
}
