import { Icon } from '#app/components/icon.tsx';
import { useCompany } from '#app/components/live-settings.tsx';
import { LAYOUT_MESSAGES } from '#app/site/lib/messages.ts';

const PHONE =
  'M13.8 16.6a1 1 0 0 0 1.2-.3l.4-.5a2 2 0 0 1 1.6-.8h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.5.4a1 1 0 0 0-.3 1.2 14 14 0 0 0 6.4 6.4';
const BUBBLE =
  'M3 20.3a1 1 0 0 0 1.2 1.2l3.3-1a2 2 0 0 1 1.4.2 10 10 0 1 0-4.1-4.1 2 2 0 0 1 .1 1.4z';

export function ContactShortcuts({ className = '' }: { className?: string }) {
  const { phone, phoneHref, whatsappUrl } = useCompany();
  if (!phone && !whatsappUrl) return null;
  return (
    <div className={`flex flex-wrap gap-x-5 ${className}`}>
      {phone && <Shortcut href={phoneHref} icon={PHONE} label={LAYOUT_MESSAGES.call(phone)} />}
      {whatsappUrl && (
        <Shortcut href={whatsappUrl} icon={BUBBLE} label={LAYOUT_MESSAGES.whatsapp} />
      )}
    </div>
  );
}

function Shortcut({ href, icon, label }: { href: string; icon: string; label: string }) {
  return (
    <a href={href} className="inline-flex min-h-11 items-center gap-2 font-medium text-accent">
      <Icon path={icon} className="size-5" />
      {label}
    </a>
  );
}
