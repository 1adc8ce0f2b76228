import { once } from 'node:events';
import type { Server } from 'node:net';

export async function tryListening(server: Server) {
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return address;
}
