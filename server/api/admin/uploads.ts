import { type Context, Hono } from 'hono';
import { MAX_IMAGE_BYTES, UPLOAD_FOLDERS } from '#shared/uploads/values.ts';
import { UPLOAD_MESSAGES } from '#shared/uploads/messages.ts';
import { rejectField } from '#server/errors.ts';
import { privateResponse } from '#server/http/api/json-response.ts';
import { readMultipart } from '#server/http/api/multipart.ts';
import { withPlainBody } from '#server/http/api/request-body.ts';
import type { ContextOf, HonoEnv } from '#server/http/request-context.ts';
import { readImage, storeImage, withUploadPlace } from '#server/services/uploads/index.ts';

// Room for the boundaries, the part headers and the folder around the file.
const MAX_BODY_BYTES = MAX_IMAGE_BYTES + 64 * 1024;

export function uploadsAdminApi(contextOf: ContextOf) {
  const router = new Hono<HonoEnv>();

  router.post('/', (c) => withUploadPlace(contextOf(c), () => receive(c)));

  async function receive(c: Context<HonoEnv>): Promise<Response> {
    const files: { fileName: string; bytes: Buffer }[] = [];
    const fields = await readMultipart(withPlainBody(c), {
      maxFiles: 1,
      maxBytes: MAX_BODY_BYTES,
      tooLarge: UPLOAD_MESSAGES.tooLarge,
      async onFile({ fieldName, fileName, content }) {
        if (fieldName !== 'file') throw rejectField('file', UPLOAD_MESSAGES.oneFile);
        files.push({ fileName, bytes: await readImage(content) });
      },
    });
    const [file] = files;
    if (!file) throw rejectField('file', UPLOAD_MESSAGES.oneFile);
    const folders = fields.getAll('folder');
    const folder = UPLOAD_FOLDERS.find((name) => name === (folders[0] ?? 'uploads'));
    if (!folder || folders.length > 1) throw rejectField('folder', UPLOAD_MESSAGES.folder);
    return privateResponse(await storeImage(contextOf(c), { folder, ...file }), 201);
  }

  return router;
}
