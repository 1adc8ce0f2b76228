import { type Context, Hono } from 'hono';
import { IMAGE_ACCEPT, MAX_IMAGE_BYTES, UPLOAD_FOLDERS } from '#shared/uploads/values.ts';
import { UPLOAD_MESSAGES } from '#shared/uploads/messages.ts';
import { uploadResponseSchema } from '#shared/uploads/admin-schema.ts';
import { BODY_ERRORS, describeEndpoint, describeUpload } from '#server/api/base/describe.ts';
import { rejectField } from '#server/core/errors.ts';
import { privateResponse } from '#server/http/api/json-response.ts';
import { readMultipart } from '#server/http/api/multipart.ts';
import { withPlainBody } from '#server/http/api/request-body.ts';
import type { ContextOf, HonoEnv } from '#server/http/base/request-context.ts';
import { readImage, storeImage, withUploadPlace } from '#server/services/uploads/index.ts';

const MAX_BODY_BYTES = MAX_IMAGE_BYTES + 64 * 1024;

const IMAGE_NAMES = IMAGE_ACCEPT.split(',')
  .filter((type) => type.startsWith('.'))
  .join(', ');

export function uploadsAdminApi(contextOf: ContextOf) {
  const router = new Hono<HonoEnv>();

  router.post(
    '/',
    describeEndpoint({
      part: 'uploads',
      summary: 'Uploads an image',
      description: `One of ${IMAGE_NAMES}, at most 10 MB. What is stored is made again from it.`,
      response: { status: 201, description: 'Where the image is', schema: uploadResponseSchema },
      errors: [...BODY_ERRORS, 'UNPROCESSABLE'],
    }),
    describeUpload({ folder: { type: 'string', enum: [...UPLOAD_FOLDERS] } }),
    (c) => withUploadPlace(contextOf(c), () => receive(c)),
  );

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
