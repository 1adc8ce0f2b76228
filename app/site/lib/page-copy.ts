import { useSiteSettings } from '#app/components/live-settings.tsx';
import { useResponseTime } from '#app/components/office-hours/use-response-time.ts';
import { formatLastingWithin, formatOfficeHours } from '#shared/office-hours/sentences.ts';
import type { SitePath } from '#shared/routes.ts';
import type { ContentKey, SiteContent } from '#shared/site-content/types.ts';
import { fillCopy } from '#shared/site-content/variables.ts';
import type { LiveSettings } from '#shared/site-settings/schema.ts';
import { getSettings, type MetaArgs, type PageMeta } from './page-meta.ts';

/** The owner's texts of a page. Only the heading is there if its data could not be loaded. */
export type PageCopy<Key extends ContentKey = 'page/terms'> = Partial<SiteContent[Key]> & {
  heading: string;
};

function fill<Copy>(copy: Copy, response: string, { officeHours, company }: LiveSettings) {
  const { name, city } = company;
  const hours = formatOfficeHours(officeHours);
  return fillCopy(copy, { response, hours, company: name, city });
}

/** By default with the response time of an enquiry that is sent now. */
export function useCopy<Copy>(copy: Copy, response?: string): Copy {
  const { settings } = useSiteSettings();
  const { within } = useResponseTime();
  return fill(copy, response ?? within, settings);
}

/** For texts that search engines keep: the response time is true at any time. */
export function fillLasting<Copy>(copy: Copy, settings: LiveSettings): Copy {
  return fill(copy, formatLastingWithin(settings.officeHours), settings);
}

export function toPageMeta(
  copy: PageCopy | undefined,
  path: SitePath,
  { matches }: MetaArgs,
): PageMeta {
  const filled = fillLasting(copy ?? { heading: '' }, getSettings(matches));
  const { heading, lead = '', title, description, keywords = '' } = filled;
  return { heading: title || heading, description: description || lead, keywords, path };
}
