import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

type StoredMail = { uid: number; source: Buffer };

/** What the test wants to go wrong with a command, or with that of one UID: nothing is said any more, or the connection is cut. */
type Fault = 'hang' | 'cut';

type Session = { socket: Socket; idleTag: string | null };

/** An IMAP server with one mailbox (RFC 3501, 2177), as far as readers of mails need one; `commands` are the lines that it was sent. */
export async function startImapServer({ password = 'secret', hasIdle = true } = {}) {
  const mails: StoredMail[] = [];
  const commands: string[] = [];
  const sessions = new Set<Session>();
  const faults = new Map<string, Fault>();
  const settings = { hasIdle };
  let uidValidity = 1;
  let nextUid = 1;

  function announce({ socket, idleTag }: Session): void {
    if (idleTag !== null) socket.write(`* ${mails.length} EXISTS\r\n`);
  }

  function fetch(range: string, items: string): Buffer[] {
    const [, start = '0', length = '0'] = /BODY\.PEEK\[\]<(\d+)\.(\d+)>/u.exec(items) ?? [];
    return mails.flatMap(({ uid, source }, at) => {
      if (String(uid) !== range) return [];
      const part = source.subarray(Number(start), Number(start) + Number(length));
      const head = `* ${at + 1} FETCH (UID ${uid} RFC822.SIZE ${source.length} BODY[]<${start}> {${part.length}}\r\n`;
      return [Buffer.from(head), part, Buffer.from(')\r\n')];
    });
  }

  function search(criteria: string): string {
    const [, from = '1'] = /UID (\d+):\*/u.exec(criteria) ?? [];
    const last = mails.at(-1)?.uid;
    // The last one is in every range that ends with a star.
    const found = mails.filter(({ uid }) => uid >= Number(from) || uid === last);
    return `* SEARCH ${found.map(({ uid }) => uid).join(' ')}\r\n`;
  }

  function respond(session: Session, line: string): void {
    const { socket } = session;
    if (session.idleTag !== null) {
      socket.write(`${session.idleTag} OK done\r\n`);
      session.idleTag = null;
      return;
    }
    const [, tag = '*', verb = '', rest = ''] = /^(\S+) ((?:UID )?\S+) ?(.*)$/u.exec(line) ?? [];
    const name = verb.toUpperCase();
    commands.push(`${name} ${rest}`);
    const fault = faults.get(name) ?? faults.get(`${name} ${rest.split(' ', 1)[0]}`);
    if (fault === 'cut') return void socket.destroy();
    if (fault === 'hang') return;
    const ok = (text = '') => socket.write(`${text}${tag} OK done\r\n`);
    switch (name) {
      case 'CAPABILITY':
        return void ok(`* CAPABILITY IMAP4rev1${settings.hasIdle ? ' IDLE' : ''}\r\n`);
      case 'LOGIN':
        return void (rest.includes(password)
          ? ok()
          : socket.write(`${tag} NO [AUTHENTICATIONFAILED] Wrong password\r\n`));
      case 'LIST':
        return void ok(/INBOX|\*/iu.test(rest) ? '* LIST (\\HasNoChildren) "/" INBOX\r\n' : '');
      case 'EXAMINE':
        if (!/INBOX/iu.test(rest)) return void socket.write(`${tag} NO No such mailbox\r\n`);
        return void ok(
          `* ${mails.length} EXISTS\r\n* FLAGS (\\Seen)\r\n* OK [UIDVALIDITY ${uidValidity}] x\r\n* OK [UIDNEXT ${nextUid}] x\r\n`,
        );
      case 'UID SEARCH':
        return void ok(search(rest));
      case 'UID FETCH': {
        const [range = '', ...items] = rest.split(' ');
        for (const chunk of fetch(range, items.join(' '))) socket.write(chunk);
        return void ok();
      }
      case 'IDLE':
        session.idleTag = tag;
        return void socket.write('+ idling\r\n');
      case 'LOGOUT':
        return void socket.end(`* BYE\r\n${tag} OK done\r\n`);
      case 'NOOP':
      case 'CLOSE':
      case 'UNSELECT':
        return void ok(`* ${mails.length} EXISTS\r\n`);
      default:
        return void socket.write(`${tag} BAD unknown\r\n`);
    }
  }

  const server = createServer((socket) => {
    const session: Session = { socket, idleTag: null };
    sessions.add(session);
    socket.on('error', () => undefined);
    socket.on('close', () => sessions.delete(session));
    let unread = '';
    socket.on('data', (chunk) => {
      const lines = (unread + chunk.toString('latin1')).split('\r\n');
      unread = lines.pop() ?? '';
      for (const line of lines) respond(session, line);
    });
    socket.write('* OK ready\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    port,
    url: `imap://visitor-mails:${password}@127.0.0.1:${port}/INBOX`,
    mails,
    commands,
    sessions,
    faults,
    settings,
    /** Puts a mail into the mailbox and announces it. */
    deliver(source: string | Buffer): number {
      const uid = nextUid;
      nextUid += 1;
      mails.push({ uid, source: Buffer.from(source) });
      for (const session of sessions) announce(session);
      return uid;
    },
    /** Gives all mails other UIDs, as a server does that was restored. */
    renumber(): void {
      uidValidity += 1;
      nextUid = 1;
      for (const mail of mails) {
        mail.uid = nextUid;
        nextUid += 1;
      }
    },
    cut(): void {
      for (const { socket } of sessions) socket.destroy();
    },
    async stop(): Promise<void> {
      for (const { socket } of sessions) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
