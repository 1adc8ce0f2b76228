import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { freePort } from '#tests/support/free-port.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';

/** The program, where it is installed. */
export const DOVECOT = ['/usr/sbin/dovecot', '/usr/local/sbin/dovecot'].find((path) =>
  existsSync(path),
);

const PASSWORD = 'secret';

function configurationOf(folder: string, port: number): string {
  // Its programs give up their rights where they have any.
  const isRoot = process.getuid?.() === 0;
  const name = isRoot ? 'nobody' : userInfo().username;
  const group = isRoot ? 'nogroup' : `${process.getgid?.() ?? ''}`;
  return `
    base_dir = ${folder}/run
    state_dir = ${folder}/state
    log_path = ${folder}/dovecot.log
    protocols = imap
    listen = 127.0.0.1
    ssl = no
    disable_plaintext_auth = no
    default_login_user = ${name}
    default_internal_user = ${name}
    default_internal_group = ${group}
    first_valid_uid = 1
    mail_location = maildir:${folder}/mail
    passdb {
      driver = static
      args = password=${PASSWORD}
    }
    userdb {
      driver = static
      args = uid=${name} gid=${group} home=${folder}/home
    }
    service imap-login {
      chroot =
      inet_listener imap {
        port = ${port}
      }
      inet_listener imaps {
        port = 0
      }
    }
    service anvil {
      chroot =
    }
    service stats {
      chroot =
    }
  `;
}

/** Waits until a server that `child` starts accepts connections. */
export async function waitUntilListening(port: number, child: ChildProcess): Promise<void> {
  const connectOnce = async () => {
    expect(child.exitCode, child.spawnfile).toBeNull();
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
  };
  await vi.waitFor(connectOnce, { timeout: 5_000, interval: 50 });
}

/** Debian's IMAP server with one mailbox of the test. */
export async function startDovecot() {
  const folder = await makeDataDir();
  const port = await freePort();
  const file = join(folder, 'dovecot.conf');
  const mail = join(folder, 'mail');
  for (const path of ['run', 'state', 'home', 'mail', 'mail/cur', 'mail/new', 'mail/tmp']) {
    await mkdir(join(folder, path));
    if (process.getuid?.() === 0) await chown(join(folder, path), 65_534, 65_534);
  }
  await chmod(folder, 0o755);
  await writeFile(file, configurationOf(folder, port));

  async function startProcess(): Promise<ChildProcess> {
    const child = spawn(DOVECOT ?? '', ['-F', '-c', file], { stdio: 'ignore' });
    await waitUntilListening(port, child);
    return child;
  }

  async function stopProcess(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  }

  let child = await startProcess();
  let count = 0;
  return {
    /** The Maildir of the mailbox. */
    mail,
    url: `imap://visitor-mails:${PASSWORD}@127.0.0.1:${port}/INBOX`,
    /** Puts a mail into the mailbox, as a delivery agent does. */
    async deliver(source: string | Buffer): Promise<void> {
      count += 1;
      const name = `${Date.now()}.${process.pid}_${count}.test`;
      const temporary = join(mail, 'tmp', name);
      await writeFile(temporary, source);
      if (process.getuid?.() === 0) await chown(temporary, 65_534, 65_534);
      await rename(temporary, join(mail, 'new', name));
    },
    /** The flags of each mail, as its file is named. */
    async listFlags(): Promise<string[]> {
      const files = [...(await readdir(join(mail, 'new'))), ...(await readdir(join(mail, 'cur')))];
      return files.map((name) => name.split(':2,')[1] ?? '');
    },
    async restart(): Promise<void> {
      await stopProcess(child);
      child = await startProcess();
    },
    async stop(): Promise<void> {
      await stopProcess(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
