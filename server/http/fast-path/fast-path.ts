import { datedBytes } from '#server/http/base/cached-response.ts';
import type { CachedResponses } from '#server/http/cache/serve-cached.ts';
import { isCanonicalPath, splitTarget } from '#server/http/base/canonical-path.ts';
import { foreignUseOf } from '#server/http/base/fetch-metadata.ts';
import { isWellFormedHost } from '#server/http/guard/known-host.ts';
import type { TrafficGate } from '#server/http/guard/traffic-gate.ts';
import type { SourceReader } from '#server/traffic/source.ts';
import {
  createFastPathConnections,
  type FastPathConnections,
  type FastPathResponse,
  type HandOver,
} from './connections.ts';
import type { FastPathRequest } from './parse-request.ts';

type Options = {
  cached: CachedResponses;
  sources: SourceReader;
  gate: Pick<TrafficGate, 'deny'>;
  handOver: HandOver;
};

export function createFastPath({ cached, sources, gate, handOver }: Options): FastPathConnections {
  function respond(request: FastPathRequest, peer: string | undefined): FastPathResponse | null {
    const { target, host, acceptEncoding, ifNoneMatch } = request;
    const { path } = splitTarget(target);
    if (!isCanonicalPath(path) || !isWellFormedHost(host ?? '')) return null;
    const found = cached.find({ target, path, host, method: 'GET', acceptEncoding, ifNoneMatch });
    const message = found?.choice.message;
    if (!message) return null;
    const { forwardedFor, realIp, forwarded, fetchSite, fetchDest, fetchUser } = request;
    const source = sources.read(peer, forwardedFor, realIp ?? forwarded);
    const foreignUse = foreignUseOf('GET', fetchSite, fetchDest, fetchUser);
    const denied = gate.deny(source, 'GET', path, foreignUse);
    if (denied) return { message: datedBytes(denied.message), isLast: true };
    cached.finished(found, { source, method: 'GET', path, isForeign: foreignUse !== null });
    return { message: datedBytes(message), isLast: false };
  }

  return createFastPathConnections({ respond, handOver });
}
