import type { Config } from '../config.ts';

const LOCAL = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/** Whether this server answers for the host that a request names: any, until its own address was configured. */
export function createHostCheck({
  publicUrl,
  isPublicUrlGiven,
}: Pick<Config, 'publicUrl' | 'isPublicUrlGiven'>): (host: string | undefined) => boolean {
  const { host: own } = new URL(publicUrl);
  return (host = '') => !isPublicUrlGiven || host === own || LOCAL.test(host);
}
