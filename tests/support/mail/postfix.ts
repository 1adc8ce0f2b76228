import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { freePort } from '#tests/support/free-port.ts';
import { waitUntilListening } from './dovecot.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';

const PROGRAM = '/usr/sbin/postfix';
/** Debian's mail server, where it is installed and may be started: it needs root to run its parts as other users. */
export const POSTFIX = existsSync(PROGRAM) && process.getuid?.() === 0 ? PROGRAM : undefined;

const NOBODY = 65_534;

const SERVICES = `
cleanup unix n - n - 0 cleanup
qmgr unix n - n 1 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
`;

/** One mailbox for the agency, a second one for all visitors; `group@` is a forwarding address of the agency. */
function formatMainConfig(folder: string, agencyMail: string): string {
  return `
compatibility_level = 3.6
queue_directory = ${folder}/spool
data_directory = ${folder}/data
maillog_file = ${folder}/mail/postfix.log
maillog_file_prefixes = ${folder}
myhostname = mx.agency.test
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
recipient_delimiter = +
smtpd_reject_unlisted_recipient = no
virtual_mailbox_domains = agency.test visitor.test
virtual_mailbox_base = /
virtual_mailbox_maps = inline:{ {hello@agency.test=${agencyMail.slice(1)}/} {visitors@visitor.test=${folder.slice(1)}/mail/} }
virtual_alias_maps = inline:{ {group@agency.test=hello@agency.test} } regexp:${folder}/etc/visitors
virtual_uid_maps = static:${NOBODY}
virtual_gid_maps = static:${NOBODY}
default_transport = error:unreachable
local_transport = error:unreachable
`;
}

/**
 * Starts Debian's Postfix on a loopback port. It delivers to the Maildir `agencyMail` and to one of its own for
 * `…@visitor.test`; `gone@visitor.test` bounces.
 */
export async function startPostfix(agencyMail: string) {
  const folder = await makeDataDir();
  const port = await freePort();
  const mail = join(folder, 'mail');
  for (const path of ['etc', 'spool', 'data', 'mail']) await mkdir(join(folder, path));
  await chmod(folder, 0o755);
  await chown(mail, NOBODY, NOBODY);
  await chown(join(folder, 'data'), Number(execFileSync('id', ['-u', 'postfix'])), 0);
  await writeFile(join(folder, 'etc/main.cf'), formatMainConfig(folder, agencyMail));
  await writeFile(
    join(folder, 'etc/master.cf'),
    `127.0.0.1:${port} inet n - n - - smtpd${SERVICES}`,
  );
  await writeFile(
    join(folder, 'etc/visitors'),
    '/^gone@visitor\\.test$/ gone@visitor.test\n/^.*@visitor\\.test$/ visitors@visitor.test\n',
  );
  const child: ChildProcess = spawn(PROGRAM, ['-c', join(folder, 'etc'), 'start-fg'], {
    stdio: 'ignore',
  });
  await waitUntilListening(port, child);
  const client = createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true });
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** Sends a mail as it is, as another mail server does. */
    async send(envelope: { from: string; to: string }, raw: string): Promise<void> {
      await client.sendMail({ envelope, raw });
    },
    /** Reads what has been delivered to visitors. */
    async readVisitorMails(): Promise<string[]> {
      const names = await readdir(join(mail, 'new')).catch(() => []);
      return Promise.all(names.map((name) => readFile(join(mail, 'new', name), 'utf8')));
    },
    async stop(): Promise<void> {
      client.close();
      // A signal would end the script that has started the server, and leave the server running.
      const exited = once(child, 'exit');
      execFileSync(PROGRAM, ['-c', join(folder, 'etc'), 'stop'], { stdio: 'ignore' });
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
