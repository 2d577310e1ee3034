import type { Deps } from '../../platform/deps.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Calendar } from '../calendar/ports.ts'
import type { Costs } from '../costs/ports.ts'
import type { Files } from '../files/ports.ts'
import type { Knowledge } from '../knowledge/ports.ts'
import type { Leads } from '../leads/ports.ts'
import { commitTurn } from './agent-replies/commit-turn.ts'
import { deleteOldTurnStartStates, exportTurnStartStates } from './agent-replies/turn-start-states.ts'
import { markDocumentFailed, readLeadDocument } from './documents/read-lead-document.ts'
import { exportEarlierTexts } from './edits/earlier-texts.ts'
import { deleteUnmatchedEdits, editMessage } from './edits/edit-message.ts'
import { conversationEvents } from './events.ts'
import { importContactHistory } from './imported-history/import-contact-history.ts'
import { exportImportedMessages, listImportedMessageRefs } from './imported-history/imported-messages.ts'
import { updateImportedMessage } from './imported-history/update-imported-message.ts'
import { findStoredMessage, receiveMessage, storeIncomingMessage } from './inbound/receive-message.ts'
import {
  lockAnyMessageForUpdate,
  markFileUnavailable,
  setAdImageAvailable,
  setMessageAttachment,
} from './inbound/set-attachment.ts'
import { storeEcho } from './inbound/store-echo.ts'
import { clearAddressKeys } from './lifecycle/clear-address-keys.ts'
import { anonymizeConversations, eraseMessageContents } from './lifecycle/erase-conversations.ts'
import { linkContactIds } from './lifecycle/link-contact-ids.ts'
import { presentMessage } from './messages/present-message.ts'
import { markReactionFailed, sendReaction, setReaction } from './messages/reactions.ts'
import { advanceDeliveryStatus } from './outbound/advance-delivery-status.ts'
import { deliverMessage, markNextMessageFailed } from './outbound/deliver-message.ts'
import { markUnknownDeliveryFailed, resolveUnknownDelivery } from './outbound/resolve-unknown-delivery.ts'
import { createSendLimit } from './outbound/send-limit.ts'
import { sendMessage } from './outbound/send-message.ts'
import { setFreeWindow } from './outbound/set-free-window.ts'
import type { ChannelAdapters, Conversations } from './ports.ts'
import { conversationRoutes } from './routes.ts'
import { exportTranscripts } from './transcripts/lead-transcripts.ts'
import { markTranscriptionFailed, transcribeAudio } from './transcripts/transcribe-audio.ts'

export function createConversationsModule(
  deps: Deps,
  ports: { leads: Leads; calendar: Calendar; costs: Costs; files: Files; knowledge: Knowledge; channelAdapters: ChannelAdapters },
) {
  const { leads, channelAdapters } = ports
  const countSend = createSendLimit(deps.cluster)
  const port: Conversations = {
    receiveMessage: (input) => receiveMessage(deps, ports, input),
    storeIncomingMessage: (tx, input) => storeIncomingMessage(tx, deps, ports, input),
    findStoredMessage: (input, error) => findStoredMessage(deps, input, error),
    storeEcho: (tx, input) => storeEcho(tx, deps, ports, input),
    importContactHistory: (tx, history, at) => importContactHistory(tx, leads, history, at),
    updateImportedMessage: updateImportedMessage,
    exportImportedMessages: exportImportedMessages,
    listImportedMessageRefs: listImportedMessageRefs,
    linkContactIds: (tx, change, at) => linkContactIds(tx, deps, leads, change, at),
    sendMessage: async (identity, message) => {
      await countSend(identity.userId)
      return sendMessage(deps, ports, identity, message)
    },
    resumeDelivery: (tx, { tenantId, conversationId, channel }) =>
      deps.jobs.send(tx, 'deliver-message', { tenantId, conversationId, seq: 0, channel }, { key: conversationId }),
    editMessage: editMessage,
    deleteUnmatchedEdits: deleteUnmatchedEdits,
    exportEarlierTexts: exportEarlierTexts,
    advanceDeliveryStatus: advanceDeliveryStatus,
    setFreeWindow: setFreeWindow,
    lockMessageForUpdate: lockAnyMessageForUpdate,
    markFileUnavailable: markFileUnavailable,
    setAttachment: (tx, tenantId, messageId, attachment, at) =>
      setMessageAttachment(tx, deps, ports.files, { tenantId, messageId, newAttachment: attachment, at }),
    setAdImageAvailable: setAdImageAvailable,
    commitTurn: (conversation, part) => commitTurn(deps, ports, conversation, part),
    exportTranscripts,
    exportTurnStartStates: exportTurnStartStates,
    deleteOldTurnStartStates: deleteOldTurnStartStates,
    clearAddressKeys,
    eraseMessageContents: eraseMessageContents,
    anonymizeConversations: anonymizeConversations,
    presentMessage: presentMessage,
  }
  return {
    port,
    routes: (api) =>
      conversationRoutes(api, deps, ports, port.sendMessage, async (identity, target, emoji) => {
        await countSend(identity.userId)
        return setReaction(deps, channelAdapters, identity, target, emoji)
      }),
    jobs: {
      'deliver-message': (job) => deliverMessage(deps, channelAdapters, job),
      'send-reaction': (job, _signal, failures) => sendReaction(deps, channelAdapters, job, failures),
      'read-document': (job) => readLeadDocument(deps, ports, job),
      transcribe: (job, signal) => transcribeAudio(deps, ports, job, signal),
      'settle-delivery': (job, _signal, failures) => resolveUnknownDelivery(deps, channelAdapters, job, failures),
    },
    finalFailureHandlers: {
      'deliver-message': (job) => markNextMessageFailed(deps, job),
      'send-reaction': (job) => markReactionFailed(deps, job),
      'read-document': (job) => markDocumentFailed(deps, job),
      transcribe: (job) => markTranscriptionFailed(deps, job),
      'settle-delivery': (job) => markUnknownDeliveryFailed(deps, job),
    },
    socketEvents: conversationEvents,
  } satisfies Feature & { port: Conversations }
}
