import { type ComponentType, useState } from 'react';
import { useToast } from '#app/components/toasts.tsx';
import { SiteLink } from '#app/site/layout/site-link.tsx';
import { useIsHydrated } from '#app/lib/use-is-hydrated.ts';
import { HOME_BUTTONS, HOME_FAILURES } from '#app/site/home/messages.ts';

type Dialog = ComponentType<{ onClose: () => void }>;

function loadDialog(): Promise<Dialog> {
  return import('./demo-dialog.tsx').then((module) => module.DemoDialog);
}

/** Opens the demo, which is loaded only then; a link to the portfolio where there are no scripts. */
export function DemoButton() {
  const isHydrated = useIsHydrated();
  const showToast = useToast();
  const [isLoading, setIsLoading] = useState(false);
  const [OpenDialog, setOpenDialog] = useState<Dialog | null>(null);

  async function handleClick() {
    setIsLoading(true);
    try {
      const dialog = await loadDialog();
      setOpenDialog(() => dialog);
    } catch {
      showToast({ title: HOME_FAILURES.title, text: HOME_FAILURES.demo, isDestructive: true });
    } finally {
      setIsLoading(false);
    }
  }

  const className = 'button button-secondary bg-surface';
  const content = (
    <>
      <svg viewBox="0 0 16 16" aria-hidden="true" className="size-3.5 fill-current">
        <path d="M3 1.5v13L14 8z" />
      </svg>
      {HOME_BUTTONS.demo}
    </>
  );
  if (!isHydrated) {
    return (
      <SiteLink to="/portfolio" className={className}>
        {content}
      </SiteLink>
    );
  }
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-busy={isLoading}
        className={className}
        onPointerEnter={() => void loadDialog().catch(() => {})}
        onClick={() => void handleClick()}
      >
        {content}
      </button>
      {OpenDialog && <OpenDialog onClose={() => setOpenDialog(null)} />}
    </>
  );
}
