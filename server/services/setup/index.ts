export { describeGoLive, type GoLiveSources, listGoLiveChecks } from './go-live.ts';
export { getSetup, removeSample, updateSetup } from './manage-setup.ts';
export { checkCachedMailDns, checkMailDns } from './mail-dns.ts';
