import { buffer } from 'node:stream/consumers';
import { requireAdmin, type ServiceContext } from '#server/context/context.ts';
import { ServiceError } from '#server/core/errors.ts';
import { findHeaderLogo } from '#server/services/site-settings/index.ts';
import { SITE_CONTENT_MESSAGES } from '#shared/site-content/messages.ts';
import { getEmailLogoSize, type Logo } from '#shared/site-settings/email-logo.ts';
import { splitImageUrl } from '#shared/uploads/variants.ts';

export const HOME_SCREEN_SIZE = 180;
const TAB_SIZE = 48;

const PIXEL_RATIO = 2;

async function readImage(
  storage: ServiceContext['storage'],
  url: string,
): Promise<Uint8Array | null> {
  const file = url ? await storage.open(splitImageUrl(url).file.slice(1)) : null;
  return file && buffer(file.stream);
}

/** As PNG, because not every mail program shows WebP or SVG. Null without a logo. */
export async function drawEmailLogo(
  { documents, storage }: ServiceContext,
  settings: Logo,
): Promise<Uint8Array | null> {
  const { headerLogoUrl: url } = settings;
  const image = await readImage(storage, url);
  if (!image) return null;
  const { width, height } = getEmailLogoSize(settings);
  return documents.drawIcon({
    image,
    size: width * PIXEL_RATIO,
    height: height * PIXEL_RATIO,
    hasGround: false,
  });
}

export async function drawSiteIcon(
  { documents, storage }: ServiceContext,
  { faviconUrl, isForTab }: { faviconUrl: string; isForTab: boolean },
): Promise<Uint8Array> {
  return documents.drawIcon({
    image: await readImage(storage, faviconUrl),
    size: isForTab ? TAB_SIZE : HOME_SCREEN_SIZE,
    hasGround: !isForTab,
  });
}

/** Empty for a logo without a colour; without a URL, the header logo. */
export async function proposeAccent(
  ctx: ServiceContext,
  { logoUrl }: { logoUrl: string | null },
): Promise<{ color: string }> {
  const { adminUserId } = requireAdmin(ctx);
  const url = logoUrl ?? (await findHeaderLogo(ctx.db))?.headerLogoUrl ?? '';
  const image = await readImage(ctx.storage, url);
  if (!image) throw new ServiceError('CONFLICT', SITE_CONTENT_MESSAGES.noLogo);
  return { color: await ctx.documents.readLogoColor(image, adminUserId) };
}
