import { AsyncLocalStorage } from 'node:async_hooks';
import { connect } from 'node:net';
import type { PoolClient } from 'pg';

const CANCEL_REQUEST_CODE = 80_877_102;
const CANCEL_TIMEOUT_MS = 2_000;

// Shared with the copy of this module in the build.
const SHARED = Symbol.for('vitrin.statement-limit');
const shared = globalThis as { [SHARED]?: AsyncLocalStorage<number> };
const limits = (shared[SHARED] ??= new AsyncLocalStorage<number>());

export function limitStatements<T>(ms: number, work: () => Promise<T>): Promise<T> {
  return limits.run(ms, work);
}

/** The server cancels a statement over its limit (57014), so its outcome is known. Setting a limit would cost a round trip each. */
export async function runWithinLimit<T>(client: PoolClient, run: () => Promise<T>): Promise<T> {
  const ms = limits.getStore();
  if (ms === undefined) return run();
  let cancelling: Promise<void> | undefined;
  const timer = setTimeout(() => {
    cancelling = cancelStatement(client);
  }, ms);
  try {
    return await run();
  } finally {
    clearTimeout(timer);
    // Otherwise it could end the next statement of this connection.
    await cancelling;
  }
}

/** Sends a CancelRequest; if it fails, the connection's own limit applies. */
function cancelStatement(client: PoolClient): Promise<void> {
  const { host, port, processID, secretKey } = client as unknown as {
    host: string;
    port: number;
    processID: number;
    secretKey: number;
  };
  const request = Buffer.alloc(16);
  for (const [index, value] of [16, CANCEL_REQUEST_CODE, processID, secretKey].entries()) {
    request.writeInt32BE(value, index * 4);
  }
  return new Promise((resolve) => {
    const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    socket.setTimeout(CANCEL_TIMEOUT_MS, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
    socket.resume();
    socket.write(request);
  });
}
