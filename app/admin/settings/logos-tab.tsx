import { ContentField } from '#app/admin/ui/fields/content-field.tsx';
import { NumberField } from '#app/admin/ui/form.tsx';
import { ImageField } from '#app/admin/ui/image/image-field.tsx';
import { Section } from '#app/admin/ui/section.tsx';
import { SETTINGS_LIMITS } from '#shared/site-settings/admin-schema.ts';
import { LOGO_MESSAGES as messages } from './messages.ts';
import { toContentField, fieldOf, type SettingsForm } from './settings-fields.ts';

type Props = { form: SettingsForm };

type Place = 'header' | 'footer';

export function LogosTab({ form }: Props) {
  return (
    <div className="grid gap-5 xl:grid-cols-2">
      <LogoFields form={form} place="header" />
      <LogoFields form={form} place="footer" />
      <Section title={messages.browserTab} isCard>
        <ImageField {...fieldOf(form, 'faviconUrl')} folder="logos/favicon" isNamed />
        <p className="text-ink-muted">{messages.faviconHint}</p>
      </Section>
    </div>
  );
}

function LogoFields({ form, place }: Props & { place: Place }) {
  const { logoMin: min, logoMax: max } = SETTINGS_LIMITS;
  const [width, height] = [`${place}LogoWidth`, `${place}LogoHeight`] as const;
  const { [`${place}LogoUrl` as const]: url, [`${place}LogoAlt` as const]: alt } = form.values;
  const sizes = { width: form.values[width], height: form.values[height] };
  /** Keeps the height and takes the proportions of the file. */
  async function fit(source: string): Promise<void> {
    if (source === '') return;
    const image = new Image();
    image.src = source;
    await image.decode();
    const { naturalWidth, naturalHeight } = image;
    const scale = Math.min(sizes.height / naturalHeight, max / naturalWidth);
    form.setValue(width, Math.max(min, Math.round(naturalWidth * scale)));
    form.setValue(height, Math.max(min, Math.round(naturalHeight * scale)));
  }
  const logo = fieldOf(form, `${place}LogoUrl`);
  const isShown = Object.values(sizes).every((size) => size >= min && size <= max);
  return (
    <Section title={messages[place]} isCard>
      <ImageField
        {...logo}
        form={{
          ...form,
          setValue(_name: string, value: unknown) {
            logo.form.setValue(logo.name, value as string);
            fit(String(value)).catch(() => {});
          },
        }}
        folder={`logos/${place}`}
        isNamed
      />
      <ContentField {...toContentField(form, `${place}LogoAlt`)} />
      <div className="flex flex-wrap gap-4">
        {[width, height].map((name) => (
          <NumberField
            key={name}
            {...fieldOf(form, name)}
            hint={messages.sizeHint}
            min={min}
            max={max}
          />
        ))}
      </div>
      {place === 'header' && <p className="text-ink-muted">{messages.headerSizeHint}</p>}
      <figure className="grid gap-1">
        <figcaption className="font-medium">{messages.preview}</figcaption>
        <div className="rounded border border-line bg-surface p-3">
          {isShown ? (
            <img
              src={url || '/logo.svg'}
              alt={url ? alt : messages.builtIn}
              {...sizes}
              className="max-w-full"
            />
          ) : (
            <p className="text-ink-muted">{messages.noPreview}</p>
          )}
        </div>
      </figure>
    </Section>
  );
}
