import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

type Props = ComponentProps<'button'> & { label: string; icon: LucideIcon };

export function IconButton({ label, icon: Icon, className = '', ...props }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`admin-icon-button ${className}`}
      {...props}
    >
      <Icon aria-hidden className="size-4" />
    </button>
  );
}
