import { randomBytes } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import ipaddr from 'ipaddr.js';
import { type Kysely, sql } from 'kysely';
import type { Config } from '#server/core/config.ts';
import type { DB } from '#server/db/types.ts';
import { errorCode, errorText } from '#server/lib/files.ts';
import { checkListening } from '#server/startup/start-checks.ts';
import { compileRanges, isInRanges } from '#server/traffic/client-address.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const TIMEOUT_MS = 10_000;
const LOG_MS = 5_000;
/** Reserved for documentation (RFC 5737). */
const INVENTED_VISITOR = '203.0.113.77';
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Let's Encrypt renews 30 days before expiry. */
const FEW_DAYS = 21;
const LAST_DAYS = 7;

type Certificate = { endsAt: Date; error: string | null };
type Response = { status: number; localAddress: string; certificate: Certificate | null };

function ask(url: URL, headers?: Record<string, string>, localAddress?: string): Promise<Response> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      {
        headers: headers ?? {},
        ...(localAddress && { localAddress }),
        agent: false,
        rejectUnauthorized: false,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
      (response) => {
        const { socket, statusCode = 0 } = response;
        const localAddress = socket.localAddress ?? '';
        const certificate = socket instanceof TLSSocket ? readCertificate(socket) : null;
        response
          .resume()
          .once('end', () => resolve({ status: statusCode, localAddress, certificate }));
        response.once('error', reject);
      },
    );
    request.once('error', reject).end();
  });
}

function readCertificate(socket: TLSSocket): Certificate {
  const { authorized, authorizationError } = socket;
  const error = authorized ? null : (errorCode(authorizationError) ?? String(authorizationError));
  return { endsAt: new Date(socket.getPeerCertificate().valid_to), error };
}

export async function checkRunning(config: Config): Promise<[isRunning: boolean, Finding]> {
  const host = /^(?:0\.0\.0\.0|::)$/.test(config.host) ? '127.0.0.1' : config.host;
  const address = new URL(
    `http://${host.includes(':') ? `[${host}]` : host}:${config.port}/healthz`,
  );
  const { host: name } = new URL(config.publicUrl);
  const isOk = (url: URL) =>
    ask(url, { host: name }).then(
      ({ status }) => status === 200,
      () => false,
    );
  if (await isOk(address)) {
    const readyz = new URL('/readyz', address);
    if (await isOk(readyz))
      return [true, ok('Application', `It runs on port ${config.port}, and is ready.`)];
    const text = `It runs on port ${config.port}, but is not ready: an enquiry cannot be stored now.`;
    return [true, problem('Application', text, `Type: curl ${readyz.href}`)];
  }
  const held = await checkListening(config);
  if (held === null) {
    const text = 'It does not run here: what visitors meet was not looked at.';
    return [false, warning('Application', text, 'Start it, then run this again.')];
  }
  return [false, problem('Application', held, 'End the other program, or choose another PORT.')];
}

export async function checkReach(config: Config, db: Kysely<DB>): Promise<Finding[]> {
  if (!config.isPublicUrlGiven) return [];
  let response: Response;
  try {
    response = await ask(new URL('/healthz', config.publicUrl));
  } catch (error) {
    const text = `${config.publicUrl} cannot be reached from here: ${errorText(error)}.`;
    return [problem('Proxy', text, adviseUnreached(errorCode(error)))];
  }
  const tls = response.certificate === null ? [] : [evaluateCertificate(response.certificate)];
  if (response.status !== 200) {
    const text = `${config.publicUrl}/healthz responds with ${response.status} instead of 200.`;
    return [problem('Proxy', text, adviseStatus(response.status)), ...tls];
  }
  return [await followVisitor(config, db), ...tls];
}

function adviseUnreached(code: string | undefined): string {
  if (code === 'ENOTFOUND') return 'The name has no address: make its A and AAAA records.';
  if (code === 'ECONNREFUSED') return 'Nothing listens there: start the proxy, and open its port.';
  return 'Check the firewall, the proxy and its certificate (a router may also not lead back to itself).';
}

function adviseStatus(status: number): string {
  if (status === 400 || status === 421) {
    return 'The proxy must pass the Host header on (nginx: proxy_set_header Host $http_host).';
  }
  if (status >= 502 && status <= 504) {
    return 'The proxy does not reach the application: compare its target with HOST and PORT.';
  }
  if (status >= 300 && status < 400)
    return 'PUBLIC_URL must be where the proxy leads to in the end.';
  return 'Another program responds there: check the proxy and the DNS records.';
}

function evaluateCertificate({ endsAt, error }: Certificate): Finding {
  const days = Math.floor((endsAt.getTime() - Date.now()) / DAY_MS);
  const until = `${days} days left, until ${endsAt.toISOString().slice(0, 10)}`;
  if (error !== null) {
    const text = `Browsers do not trust the certificate: ${error} (${until}).`;
    const advice = 'Install the whole chain for this name, and see that it is renewed.';
    return problem('TLS', text, advice);
  }
  if (days >= FEW_DAYS) return ok('TLS', `The certificate is trusted; ${until}.`);
  const advice =
    'See why it is not renewed (systemctl list-timers, journalctl -u caddy or certbot).';
  const text = `The certificate ends soon: ${until}.`;
  return days < LAST_DAYS ? problem('TLS', text, advice) : warning('TLS', text, advice);
}

/** Requests a missing page with a forged address, and reads from the log which address the application saw. */
async function followVisitor(config: Config, db: Kysely<DB>): Promise<Finding> {
  const path = `/doctor-${randomBytes(8).toString('hex')}`;
  // Without a trusted proxy, the header would look like one from an unknown proxy.
  const hasProxy = config.trustedProxies.length > 0;
  const url = new URL(path, config.publicUrl);
  const { localAddress } = await ask(
    url,
    hasProxy ? { 'x-forwarded-for': INVENTED_VISITOR } : undefined,
    // Distinguishes this client from a proxy on the same machine.
    hasProxy && url.hostname === '127.0.0.1' ? '127.0.0.2' : undefined,
  );
  const seen = await findAddress(db, path);
  if (seen === null) {
    const text = `${config.publicUrl} leads to another installation: the request does not come in here.`;
    const advice =
      'Compare the target of the proxy with HOST and PORT, and DATABASE_URL of those who serve.';
    return problem('Proxy', text, advice);
  }
  const proxies = compileRanges(config.trustedProxies);
  const isProxyItself = isInRanges(ipaddr.process(localAddress), proxies);
  if (seen === INVENTED_VISITOR) {
    const text = 'The proxy passes on what visitors say about their address themselves.';
    const advice = 'It must replace it (nginx: proxy_set_header X-Forwarded-For $remote_addr).';
    return isProxyItself ? warning('Proxy', text, advice) : problem('Proxy', text, advice);
  }
  const isProxy = isInRanges(ipaddr.process(seen), proxies);
  const isUnknownProxy = hasProxy && seen !== localAddress && seen === '127.0.0.1';
  if (isUnknownProxy && !isProxy) {
    return problem(
      'Proxy',
      `The application sees the proxy (${seen}) instead of its visitors: TRUSTED_PROXIES (${config.trustedProxies.join(', ')}) does not name it.`,
      `Set TRUSTED_PROXIES=${seen}`,
    );
  }
  if (isProxy && !isProxyItself) {
    return problem(
      'Proxy',
      `The application sees the proxy (${seen}) instead of its visitors: all of them count as one.`,
      'Let it send the address (nginx: proxy_set_header X-Forwarded-For $remote_addr).',
    );
  }
  return ok(
    'Proxy',
    `${config.publicUrl} leads here, and visitors are told apart (this one: ${seen}).`,
  );
}

async function findAddress(db: Kysely<DB>, path: string): Promise<string | null> {
  for (const end = Date.now() + LOG_MS; Date.now() < end;) {
    const row = await db
      .selectFrom('ddosRequestLogs')
      .select('ipAddress')
      .where('endpoint', '=', path)
      // Database time, which may differ from this machine's.
      .where('createdAt', '>', sql<Date>`now() - interval '1 minute'`)
      .executeTakeFirst();
    if (row) return row.ipAddress;
    await pause(250);
  }
  return null;
}
