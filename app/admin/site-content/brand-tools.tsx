import { useMutation } from '@tanstack/react-query';
import { LayoutDashboard, Pipette } from 'lucide-react';
import { Link } from 'react-router';
import { sendJson } from '#app/admin/data/api.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { Button } from '#app/admin/ui/button.tsx';
import type { AnyForm } from '#app/admin/ui/form.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { Section } from '#app/admin/ui/section.tsx';
import { useBrandSheet } from '#app/admin/ui/brand/use-brand-sheet.ts';
import { useCompany } from '#app/components/live-settings.tsx';
import { deriveAccent } from '#shared/brand/accent.ts';
import type { BrandContent } from '#shared/site-content/brand.ts';
import type { AdminSiteSettings } from '#shared/site-settings/admin-schema.ts';
import { BRAND_FORM_MESSAGES as messages } from './messages.ts';

export function BrandTools({ form }: { form: AnyForm }) {
  const brand = form.values as BrandContent;
  const notify = useNotify();
  const propose = useMutation({
    mutationFn: () =>
      sendJson<{ color: string }>('POST', 'site-content/brand/color', {
        logoUrl: brand.squareLogo,
      }),
    onSuccess({ color }) {
      form.setValue('accentColor', color);
      notify.success(color ? messages.proposed(color) : messages.noColor);
    },
    onError: ({ message }) => notify.error(message),
  });
  useBrandSheet(brand, '.brand-preview');
  const { light, dark } = deriveAccent(brand.accentColor);
  return (
    <div className="xl:sticky xl:top-16 xl:max-h-[calc(100vh-5rem)] xl:overflow-y-auto">
      <Section title={messages.preview}>
        <Button
          icon={Pipette}
          className="w-fit"
          isDisabled={propose.isPending}
          onClick={() => propose.mutate()}
        >
          {messages.propose}
        </Button>
        <Link to="/admin/settings?tab=logos" className="link w-fit">
          {messages.logos}
        </Link>
        <p role="status" className="text-ink-muted">
          {messages.contrast(light.contrast.toFixed(1), dark.contrast.toFixed(1))}{' '}
          {messages.shown(light.accent, dark.accent)}
        </p>
        <ThemePreview theme="light" brand={brand} />
        <ThemePreview theme="dark" brand={brand} />
      </Section>
    </div>
  );
}

type PreviewProps = { theme: 'light' | 'dark'; brand: BrandContent };

function ThemePreview({ theme, brand }: PreviewProps) {
  const { darkLogo, squareLogo, hasName } = brand;
  const { name } = useCompany();
  const header = useApiQuery<AdminSiteSettings>('site-settings').data?.headerLogoUrl || '/logo.svg';
  return (
    <div
      role="img"
      aria-label={messages[theme]}
      className={`brand-preview overflow-hidden rounded border border-line bg-surface text-ink ${theme === 'dark' ? 'scheme-dark' : 'scheme-light'}`}
    >
      <div className="flex items-center gap-2.5 border-b border-line p-3">
        <img
          src={(theme === 'dark' && darkLogo) || header}
          alt=""
          className="h-9 max-w-32 object-contain"
        />
        {hasName && <span className="truncate font-display font-semibold">{name}</span>}
        <span className="button button-primary ms-auto shrink-0">{messages.order}</span>
      </div>
      <div className="grid gap-4 p-3 sm:grid-cols-2">
        <div className="grid content-start justify-items-start gap-2">
          <h3 className="text-xl">{messages.heading}</h3>
          <span className="link">{messages.link}</span>
          <span className="mt-2 flex w-full items-center gap-2 rounded bg-surface-sunken p-2 font-medium text-accent shadow-[inset_3px_0_0_var(--color-accent)]">
            <LayoutDashboard className="size-4" />
            {messages.sidebar}
          </span>
          <img
            src={squareLogo || header}
            alt=""
            className="size-12 rounded border border-line object-contain"
          />
        </div>
        <div className="card grid content-start justify-items-start gap-2 p-3">
          <img src={header} alt="" className="h-8 max-w-32 object-contain" />
          <span className="font-sans text-lg font-semibold">{messages.email}</span>
          <span className="button button-primary">{messages.button}</span>
        </div>
      </div>
    </div>
  );
}
