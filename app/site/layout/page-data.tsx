import { StructuredData } from '#app/lib/trusted-html.tsx';
import { type Site, useSite } from '#app/site/lib/page-meta.ts';
import { breadcrumbData, type Step } from '#app/site/lib/structured-data.ts';

type Props = { steps: readonly Step[]; subject?: ((site: Site) => object) | undefined };

export function PageData({ steps, subject }: Props) {
  const site = useSite();
  const { publicUrl } = site;
  const way = breadcrumbData(publicUrl, steps);
  if (!subject) return <StructuredData data={way} />;
  const url = `${publicUrl}${steps.at(-1)?.path}`;
  const about = { '@context': 'https://schema.org', ...subject(site), url };
  return <StructuredData data={[about, way]} />;
}
