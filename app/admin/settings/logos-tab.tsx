import { type Form, NumberField, TextField } from '#app/admin/ui/form.tsx';
import { ImageField } from '#app/admin/ui/image/image-field.tsx';
import { SETTINGS_LIMITS } from '#shared/site-settings/values.ts';
import type { SettingsValues } from './settings-fields.ts';

type Props = { form: Form<SettingsValues> };

export function LogosTab({ form }: Props) {
  return (
    <div className="grid gap-5 xl:grid-cols-2">
      <LogoFields form={form} place="header" title="Header logo" />
      <LogoFields form={form} place="footer" title="Footer logo" />
      <section aria-labelledby="favicon-title" className="card grid content-start gap-4 p-4">
        <h2 id="favicon-title" className="text-lg">
          Browser tab
        </h2>
        <ImageField form={form} name="faviconUrl" label="Favicon" folder="logos/favicon" isNamed />
        <p className="text-ink-muted">
          The small picture beside the title. Without one the built-in mark is shown.
        </p>
      </section>
    </div>
  );
}

type LogoProps = Props & { place: 'header' | 'footer'; title: string };

function LogoFields({ form, place, title }: LogoProps) {
  const url = form.values[`${place}LogoUrl`];
  const { logoMin: min, logoMax: max } = SETTINGS_LIMITS;
  return (
    <section aria-labelledby={`${place}-logo-title`} className="card grid content-start gap-4 p-4">
      <h2 id={`${place}-logo-title`} className="text-lg">
        {place === 'header' ? 'Header' : 'Footer'}
      </h2>
      <ImageField
        form={form}
        name={`${place}LogoUrl`}
        label={title}
        folder={`logos/${place}`}
        isNamed
      />
      <TextField
        form={form}
        name={`${place}LogoAlt`}
        label={`${title} alt text`}
        hint="Read out instead of the picture."
        maxLength={SETTINGS_LIMITS.logoAlt}
      />
      <div className="flex flex-wrap gap-4">
        <NumberField
          form={form}
          name={`${place}LogoWidth`}
          label={`${title} width`}
          hint="10 to 500 pixels"
          min={min}
          max={max}
        />
        <NumberField
          form={form}
          name={`${place}LogoHeight`}
          label={`${title} height`}
          hint="10 to 500 pixels"
          min={min}
          max={max}
        />
      </div>
      <LogoPreview
        url={url}
        alt={form.values[`${place}LogoAlt`]}
        width={form.values[`${place}LogoWidth`]}
        height={form.values[`${place}LogoHeight`]}
      />
    </section>
  );
}

type PreviewProps = { url: string; alt: string; width: number; height: number };

/** The logo at the size that the site will give it. */
function LogoPreview({ url, alt, width, height }: PreviewProps) {
  const { logoMin, logoMax } = SETTINGS_LIMITS;
  const isShown = [width, height].every((size) => size >= logoMin && size <= logoMax);
  return (
    <figure className="grid gap-1">
      <figcaption className="font-medium">On the site</figcaption>
      <div className="rounded border border-line bg-surface p-3">
        {isShown ? (
          <img
            src={url || '/logo.svg'}
            alt={url ? alt : 'Built-in mark'}
            width={width}
            height={height}
            className="max-w-full"
          />
        ) : (
          <p className="text-ink-muted">Shown once width and height are between 10 and 500.</p>
        )}
      </div>
    </figure>
  );
}
