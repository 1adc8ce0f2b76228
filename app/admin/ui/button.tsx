import { ExternalLink, type LucideIcon } from 'lucide-react';
import type { ComponentProps, MouseEvent } from 'react';
import { Link, type LinkProps } from 'react-router';
import { UI_MESSAGES } from './messages.ts';

const ICON_BUTTON =
  'inline-grid size-8 shrink-0 place-items-center rounded text-ink-muted hover:bg-surface-sunken hover:text-ink aria-disabled:cursor-default aria-disabled:opacity-50 pointer-coarse:size-11';

const BUTTON = 'button whitespace-nowrap aria-disabled:cursor-default aria-disabled:opacity-65';

const VARIANTS = {
  primary: 'button-primary',
  secondary: 'button-secondary',
  danger: 'button-danger',
  toggle:
    'text-ink-muted hover:text-ink aria-pressed:border-line-strong aria-pressed:bg-surface-raised aria-pressed:text-ink',
};

type Variant = { variant?: keyof typeof VARIANTS; icon?: LucideIcon };

type PlainButtonProps = ComponentProps<'button'> & {
  /** Like `disabled`, but keeps the focus. */
  isDisabled?: boolean | undefined;
};

export function PlainButton({ isDisabled, onClick, ...props }: PlainButtonProps) {
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (isDisabled) event.preventDefault();
    else onClick?.(event);
  }
  return <button type="button" aria-disabled={isDisabled} onClick={handleClick} {...props} />;
}

export function Button({
  variant = 'secondary',
  icon: Icon,
  className = '',
  children,
  ...props
}: PlainButtonProps & Variant) {
  return (
    <PlainButton className={`${BUTTON} ${VARIANTS[variant]} ${className}`} {...props}>
      {Icon && <Icon aria-hidden className="size-4" />}
      {children}
    </PlainButton>
  );
}

type IconButtonProps = PlainButtonProps & { label: string; icon: LucideIcon };

export function IconButton({ label, icon: Icon, className = '', ...props }: IconButtonProps) {
  return (
    <PlainButton
      aria-label={label}
      title={label}
      className={`${ICON_BUTTON} ${className}`}
      {...props}
    >
      <Icon aria-hidden className="size-4" />
    </PlainButton>
  );
}

export function LinkButton(props: PlainButtonProps) {
  return <PlainButton className="link text-start" {...props} />;
}

export function ButtonLink({
  variant = 'secondary',
  icon: Icon,
  children,
  ...props
}: LinkProps & Variant) {
  return (
    <Link className={`${BUTTON} ${VARIANTS[variant]}`} {...props}>
      {Icon && <Icon aria-hidden className="size-4" />}
      {children}
    </Link>
  );
}

type ExternalIconLinkProps = { href: string; label: string; title: string };

export function ExternalIconLink({ label, ...props }: ExternalIconLinkProps) {
  return (
    <a
      target="_blank"
      rel="noopener noreferrer"
      aria-label={UI_MESSAGES.newTab(label)}
      className={ICON_BUTTON}
      {...props}
    >
      <ExternalLink aria-hidden className="size-4" />
    </a>
  );
}
