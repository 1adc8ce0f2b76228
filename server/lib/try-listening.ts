import { once } from 'node:events';
import type { Server } from 'node:net';

/** Where a server that was told to listen does so; it is closed again. */
export async function tryListening(server: Server) {
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return address;
}
