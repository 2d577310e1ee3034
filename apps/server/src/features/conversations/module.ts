import type { Deps } from '../../kernel/deps.ts'
import type { Feature } from '../../kernel/feature.ts'
import { createSendLimit } from '../../kernel/http/send-limit.ts'
import type { Calendar } from '../calendar/ports.ts'
import type { Costs } from '../costs/ports.ts'
import type { Files } from '../files/ports.ts'
import type { Knowledge } from '../knowledge/ports.ts'
import type { Leads } from '../leads/ports.ts'
import { markDocumentFailed, readLeadDocument } from './about-files/read-lead-document.ts'
import { advanceDeliveryStatus } from './advance-delivery-status.ts'
import { clearAddressKeys } from './clear-address-keys.ts'
import { commitTurn } from './commit-turn.ts'
import { deliverMessage, markNextMessageFailed } from './deliver-message.ts'
import { exportEarlierTexts } from './earlier-texts.ts'
import { deleteUnmatchedEdits, editMessage } from './edit-message.ts'
import { anonymizeConversations, eraseMessageContents } from './erase-conversations.ts'
import { linkContactIds } from './link-contact-ids.ts'
import { conversationEvents } from './live.ts'
import { importContactHistory } from './past/import-contact-history.ts'
import { exportImportedMessages, listImportedMessageRefs } from './past/imported-messages.ts'
import { updateImportedMessage } from './past/update-imported-message.ts'
import type { ChannelAdapters, Conversations } from './ports.ts'
import { presentMessage } from './present-message.ts'
import { markReactionFailed, sendReaction, setReaction } from './reactions.ts'
import { findStoredMessage, receiveMessage, storeIncomingMessage } from './receive-message.ts'
import { markUnknownDeliveryFailed, resolveUnknownDelivery } from './resolve-unknown-delivery.ts'
import { conversationRoutes } from './routes.ts'
import { sendMessage } from './send-message.ts'
import { lockAnyMessageForUpdate, markFileUnavailable, setAdImageAvailable, setMessageAttachment } from './set-attachment.ts'
import { setFreeWindow } from './set-free-window.ts'
import { storeEcho } from './store-echo.ts'
import { exportTranscripts } from './transcripts/lead-transcripts.ts'
import { markTranscriptionFailed, transcribeAudio } from './transcripts/transcribe-audio.ts'
import { deleteOldTurnStartStates, exportTurnStartStates } from './turn-start-states.ts'

export function createConversationsModule(
  deps: Deps,
  ports: { leads: Leads; calendar: Calendar; costs: Costs; files: Files; knowledge: Knowledge; outgoing: ChannelAdapters },
) {
  const { leads, outgoing } = ports
  const countSend = createSendLimit(deps.cluster)
  const port: Conversations = {
    receive: (input) => receiveMessage(deps, ports, input),
    storeIncoming: (tx, input) => storeIncomingMessage(tx, deps, ports, input),
    findStored: (input, before) => findStoredMessage(deps, input, before),
    storeEcho: (tx, input) => storeEcho(tx, deps, ports, input),
    importPast: (tx, past, at) => importContactHistory(tx, leads, past, at),
    fillPast: updateImportedMessage,
    exportPast: exportImportedMessages,
    tracePast: listImportedMessageRefs,
    tieNames: (tx, change, at) => linkContactIds(tx, deps, leads, change, at),
    send: async (who, message) => {
      await countSend(who.userId)
      return sendMessage(deps, ports, who, message)
    },
    deliverNext: (tx, { tenantId, conversationId, channel }) =>
      deps.jobs.send(tx, 'deliver-message', { tenantId, conversationId, seq: 0, channel }, { key: conversationId }),
    amend: editMessage,
    dropAmendments: deleteUnmatchedEdits,
    earlierWordings: exportEarlierTexts,
    raiseDelivery: advanceDeliveryStatus,
    setFree: setFreeWindow,
    hold: lockAnyMessageForUpdate,
    loseFile: markFileUnavailable,
    setAttachment: (tx, tenantId, messageId, learned, at) =>
      setMessageAttachment(tx, deps, ports.files, { tenantId, messageId, learned, at }),
    showAdPicture: setAdImageAvailable,
    commitTurn: (place, part) => commitTurn(deps, ports, place, part),
    exportTranscripts,
    exportTurnStarts: exportTurnStartStates,
    dropTurnStarts: deleteOldTurnStartStates,
    clearAddressKeys,
    empty: eraseMessageContents,
    handOver: anonymizeConversations,
    present: presentMessage,
  }
  return {
    port,
    routes: (api) =>
      conversationRoutes(api, deps, ports, port.send, async (who, place, emoji) => {
        await countSend(who.userId)
        return setReaction(deps, outgoing, who, place, emoji)
      }),
    jobs: {
      'deliver-message': (job) => deliverMessage(deps, outgoing, job),
      'send-reaction': (job, _signal, failures) => sendReaction(deps, outgoing, job, failures),
      'read-document': (job) => readLeadDocument(deps, ports, job),
      transcribe: (job, signal) => transcribeAudio(deps, ports, job, signal),
      'settle-delivery': (job, _signal, failures) => resolveUnknownDelivery(deps, outgoing, job, failures),
    },
    giveUps: {
      'deliver-message': (job) => markNextMessageFailed(deps, job),
      'send-reaction': (job) => markReactionFailed(deps, job),
      'read-document': (job) => markDocumentFailed(deps, job),
      transcribe: (job) => markTranscriptionFailed(deps, job),
      'settle-delivery': (job) => markUnknownDeliveryFailed(deps, job),
    },
    live: conversationEvents,
  } satisfies Feature & { port: Conversations }
}
