export { erasePerson, exportPerson, findPerson, listErasures } from './admin.ts';
export { confirmPersonErasure, exportConfirmedPerson } from './confirm.ts';
