import { buffer } from 'node:stream/consumers';
import type { ServiceContext } from '#server/context/context.ts';
import { getEmailLogoSize, type Logo } from '#shared/site-settings/email-logo.ts';
import { splitImageUrl } from '#shared/uploads/variants.ts';

export const HOME_SCREEN_SIZE = 180;
const TAB_SIZE = 48;

const PIXEL_RATIO = 2;

/** As PNG, because not every mail program shows WebP or SVG. Null without a logo. */
export async function drawEmailLogo(
  { documents, storage }: ServiceContext,
  settings: Logo,
): Promise<Uint8Array | null> {
  const { headerLogoUrl: url } = settings;
  const file = url ? await storage.open(splitImageUrl(url).file.slice(1)) : null;
  if (!file) return null;
  const { width, height } = getEmailLogoSize(settings);
  return documents.drawIcon({
    image: await buffer(file.stream),
    size: width * PIXEL_RATIO,
    height: height * PIXEL_RATIO,
    hasGround: false,
  });
}

export async function drawSiteIcon(
  { documents, storage }: ServiceContext,
  { faviconUrl, isForTab }: { faviconUrl: string; isForTab: boolean },
): Promise<Uint8Array> {
  const file = faviconUrl ? await storage.open(splitImageUrl(faviconUrl).file.slice(1)) : null;
  return documents.drawIcon({
    image: file && (await buffer(file.stream)),
    size: isForTab ? TAB_SIZE : HOME_SCREEN_SIZE,
    hasGround: !isForTab,
  });
}
