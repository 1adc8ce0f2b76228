import { buffer } from 'node:stream/consumers';
import type { ServiceContext } from '#server/context/context.ts';
import { splitImageUrl } from '#shared/uploads/variants.ts';

export const HOME_SCREEN_SIZE = 180;
const TAB_SIZE = 48;

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
