const PROTOCOLS = ['postgres:', 'postgresql:'];
const PARTS = /^(\w+:\/\/(?:[^/?#]*@)?)([^@/?#]*)(.*)$/s;

/** libpq's values for a server that takes writes. */
const WRITING = ['read-write', 'primary'];

/** Splits a `DATABASE_URL` with several servers: `postgres://user@one:5432,two:5432/database`. */
export function readServers(databaseUrl: string): string[] {
  const [, before = '', servers = '', after = ''] = PARTS.exec(databaseUrl) ?? [];
  return servers.split(',').map((server) => `${before}${server}${after}`);
}

function readSessionAttributes(server: string): string | null {
  return URL.parse(server)?.searchParams.get('target_session_attrs') ?? null;
}

export function needsLookup(databaseUrl: string): boolean {
  const [server = '', ...others] = readServers(databaseUrl);
  return others.length > 0 || readSessionAttributes(server) !== null;
}

/** Describes what is wrong with a `DATABASE_URL`, without a subject; null when it is valid. */
export function findAddressProblem(databaseUrl: string): string | null {
  const servers = readServers(databaseUrl);
  for (const server of servers) {
    const url = URL.parse(server);
    if (url === null || !PROTOCOLS.includes(url.protocol)) {
      return `must be a URL starting with ${PROTOCOLS.map((each) => `${each}//`).join(' or ')}`;
    }
    if (servers.length > 1 && url.hostname === '') {
      return 'must name a server before and after each comma';
    }
  }
  const attributes = readSessionAttributes(servers[0] ?? '');
  return attributes === null || WRITING.includes(attributes)
    ? null
    : `must have target_session_attrs=${WRITING.join(' or ')}, or none: the application writes`;
}
