import { Socket } from 'node:net';

type Handle = { useUserBuffer?: (buffer: Buffer) => void };

/** As much as Node reads at once. */
const shared = Buffer.allocUnsafeSlow(65_536);
const places = findPlaces();

/** Where a socket keeps what it was given as `onread`: Node takes that option for sockets that a program opens, not for those it accepts. */
function findPlaces(): { buffer: string | symbol; callback: string | symbol } | null {
  const callback = () => true;
  const socket = new Socket({ onread: { buffer: shared, callback } });
  const placeOf = (value: unknown) =>
    Reflect.ownKeys(socket).find((key) => Reflect.get(socket, key) === value);
  const found = { buffer: placeOf(shared), callback: placeOf(callback) };
  return found.buffer && found.callback ? { buffer: found.buffer, callback: found.callback } : null;
}

/**
 * Has a reader look at everything that an accepted connection receives, in memory that all connections share: it is only valid during the call.
 * Else Node allocates memory for each read, and giving it back takes more time from the responses than all other garbage. Where
 * this Node has no such memory, each read has its own, as usual. Answers how to stop; then the socket receives as usual.
 */
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
