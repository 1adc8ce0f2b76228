import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { createApp as CreateApp, createSitePages as CreateSitePages } from './app.ts';
import { readStaticFiles } from '#server/http/cache/static-files.ts';
import type { DrawMail } from '#server/mail/mailer.ts';
import type { ListenerOptions } from '#server/http/listener.ts';
import type { SECURITY_HEADERS } from '#server/http/base/security-headers.ts';
import type { Pages } from '#server/http/pages/pages.ts';

const root = join(import.meta.dirname, '..');

export type Application = {
  createApp: typeof CreateApp;
  createPages: (publicUrl: string) => Pages;
  readFiles:
    | ((securityHeaders: typeof SECURITY_HEADERS) => ReturnType<typeof readStaticFiles>)
    | null;
  drawMail: DrawMail;
  before?: ListenerOptions['before'];
  close(): Promise<void>;
};

type MailEntry = { drawMail: DrawMail };

/** The built drawing of mails. */
export async function loadMailDrawing(): Promise<DrawMail> {
  const built = join(root, 'build/server/mails.js');
  const { drawMail } = (await import(pathToFileURL(built).href)) as MailEntry;
  return drawMail;
}

type Entry = { createApp: typeof CreateApp; createSitePages: typeof CreateSitePages };

export async function loadApplication(isDevelopment: boolean): Promise<Application> {
  if (!isDevelopment) {
    const built = join(root, 'build/server/index.js');
    const { createApp, createSitePages } = (await import(pathToFileURL(built).href)) as Entry;
    return {
      createApp,
      createPages: (publicUrl) => createSitePages(publicUrl, 'production'),
      readFiles: (securityHeaders) =>
        readStaticFiles(
          join(root, 'build/client'),
          join(root, '.cache/former-assets'),
          securityHeaders,
        ),
      drawMail: await loadMailDrawing(),
      close: async () => {},
    };
  }
  const { createServer } = await import('vite');
  const vite = await createServer({ root, server: { middlewareMode: true }, appType: 'custom' });
  // Vite ends the process on this signal automatically; the one who started this closes it in order.
  process.removeAllListeners('SIGTERM');
  const { createApp, createSitePages } = (await vite.ssrLoadModule('/server/app.ts')) as Entry;
  const { drawMail } = (await vite.ssrLoadModule('/server/mail/templates/layout.tsx')) as MailEntry;
  return {
    createApp,
    createPages: (publicUrl) => createSitePages(publicUrl, 'development'),
    readFiles: null,
    drawMail,
    before: (request, response, next) => vite.middlewares(request, response, next),
    close: () => vite.close(),
  };
}
