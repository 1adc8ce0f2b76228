import { Hono } from 'hono';
import { deviceSchema } from '#shared/devices/admin-schema.ts';
import { DEVICE_MESSAGES } from '#shared/devices/messages.ts';
import { privateAnswer } from '#server/http/api/json-response.ts';
import type { ContextOf, HonoEnv } from '#server/http/request-context.ts';
import { wireOf } from '#server/http/api/wire.ts';
import { confirmDevice, endDevice, listDevices } from '#server/services/admin-sessions/index.ts';
import { rowIdOf } from './row-id.ts';

const device = wireOf(deviceSchema);

export function devicesAdminApi(contextOf: ContextOf) {
  const router = new Hono<HonoEnv>();

  router.get('/', async (c) => {
    const devices = await listDevices(contextOf(c));
    return privateAnswer({ items: devices.map(device.encode) });
  });

  router.post('/:id/confirm', async (c) => {
    await confirmDevice(contextOf(c), rowIdOf(c, DEVICE_MESSAGES.notFound));
    return privateAnswer({ success: true });
  });

  router.delete('/:id', async (c) => {
    await endDevice(contextOf(c), rowIdOf(c, DEVICE_MESSAGES.notFound));
    return privateAnswer({ success: true });
  });

  return router;
}
