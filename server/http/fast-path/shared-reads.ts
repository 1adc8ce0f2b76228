import { Socket } from 'node:net';

type Handle = { useUserBuffer?: (buffer: Buffer) => void };

const shared = Buffer.allocUnsafeSlow(65_536);
const places = findPlaces();

/** Node applies `onread` to sockets that a program opens, not to accepted ones. */
function findPlaces(): { buffer: string | symbol; callback: string | symbol } | null {
  const callback = () => true;
  const socket = new Socket({ onread: { buffer: shared, callback } });
  const placeOf = (value: unknown) =>
    Reflect.ownKeys(socket).find((key) => Reflect.get(socket, key) === value);
  const found = { buffer: placeOf(shared), callback: placeOf(callback) };
  return found.buffer && found.callback ? { buffer: found.buffer, callback: found.callback } : null;
}

/** Reads into memory that all connections share, valid during the call only; allocating per read dominates the garbage. */
export function readShared(socket: Socket, read: (bytes: Buffer) => void): () => void {
  const { _handle: handle } = socket as { _handle?: Handle | null };
  if (!places || !handle?.useUserBuffer) {
    socket.on('data', read);
    return () => socket.off('data', read);
  }
  let isReading = true;
  function take(length: number): boolean {
    const bytes = shared.subarray(0, length);
    if (!isReading) return socket.push(Buffer.from(bytes));
    read(bytes);
    return true;
  }
  Object.assign(socket, { [places.buffer]: shared, [places.callback]: take });
  handle.useUserBuffer(shared);
  return () => {
    isReading = false;
  };
}
