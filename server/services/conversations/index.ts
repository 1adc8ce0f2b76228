export {
  conversationsOfRecords,
  NEW_CONVERSATION_COLUMNS,
  type NewConversation,
  startConversation,
} from './new-conversation.ts';
export type { ConversationRef } from './lock.ts';
export { addNote, assign, setNextStep, snooze } from './manage.ts';
export { makeMissingTokens } from './make-tokens.ts';
export { recordInbound } from './record-inbound.ts';
export { endWaiting, waitAgain } from './change.ts';
export { hashOfToken, trackingTokenOf } from './tracking-token.ts';
