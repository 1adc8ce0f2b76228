import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readStaticFiles } from './static-files.ts';

async function makeBuild() {
  const root = await mkdtemp(join(tmpdir(), 'vitrin-static-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const [client, former] = [join(root, 'client'), join(root, 'former')];
  await mkdir(join(client, 'assets'), { recursive: true });
  await mkdir(join(former, '1'), { recursive: true });
  await writeFile(join(former, '1', 'page-1.js.br'), 'compressed');
  await writeFile(join(client, 'assets/page-new.js'), 'new');
  return { client, former };
}

const bodyOf = (file: ReturnType<ReturnType<typeof readStaticFiles>['get']>) =>
  file?.forms.identity.body.toString();

it('has the assets of former builds, for pages that are still open', async () => {
  const { client, former } = await makeBuild();
  await mkdir(join(former, '2'));
  for (const build of ['1', '2']) {
    await writeFile(join(former, build, `page-${build}.js`), `former ${build}`);
  }
  const files = readStaticFiles(client, former, []);
  expect(bodyOf(files.get('/assets/page-new.js'))).toBe('new');
  expect(bodyOf(files.get('/assets/page-2.js'))).toBe('former 2');
  const file = files.get('/assets/page-1.js');
  expect(bodyOf(file)).toBe('former 1');
  expect(file?.forms.br?.body.toString()).toBe('compressed');
  expect(file?.forms.identity.headers.join(' ')).toContain('immutable');
});

it('has the assets of a build that was made since, for pages that another process has sent', async () => {
  const { client, former } = await makeBuild();
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const files = readStaticFiles(client, former, []);
  expect(files.get('/assets/page-newer.js')).toBeUndefined();
  await writeFile(join(client, 'assets/page-newer.js'), 'newer');
  expect(files.get('/assets/page-newer.js')).toBeUndefined();
  vi.advanceTimersByTime(1_100);
  expect(bodyOf(files.get('/assets/page-newer.js'))).toBe('newer');
});

it('has nothing else that lies on the disk', async () => {
  const { client, former } = await makeBuild();
  const files = readStaticFiles(client, former, []);
  await writeFile(join(client, 'late.js'), 'late');
  await writeFile(join(client, 'assets', '.hidden.js'), 'hidden');
  const outside = '/late.js /assets/ /assets/../late.js /assets/.. /assets/%2e%2e/late.js';
  const odd = '/assets/.hidden.js /assets/1/page-1.js /assets/page-1.js.br /assets/constructor';
  for (const path of [...outside.split(' '), ...odd.split(' '), '/assets/page-1.js']) {
    expect(files.get(path), path).toBeUndefined();
  }
});
