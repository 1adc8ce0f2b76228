import { Agent, get } from 'node:http';

/** A client whose connections stay open; `ask` returns a status and fails without a response. */
export function createPersistentClient(port: number, maxSockets: number, timeout = 60_000) {
  const agent = new Agent({ keepAlive: true, maxSockets });
  return {
    ask: (path: string) =>
      new Promise<number>((resolve, reject) => {
        get({ port, path, agent, host: '127.0.0.1', timeout }, (response) => {
          response.resume().once('end', () => resolve(response.statusCode ?? 0));
          response.once('error', reject);
        })
          .on('timeout', () => reject(new Error(`${path} takes too long`)))
          .on('error', reject);
      }),
    close: () => agent.destroy(),
  };
}
