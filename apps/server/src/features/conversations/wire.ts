import type { Deps } from '../../kernel/deps.ts'
import type { Feature } from '../../kernel/feature.ts'
import { createSendLimit } from '../../kernel/http/send-limit.ts'
import type { Calendar } from '../calendar/ports.ts'
import type { Costs } from '../costs/ports.ts'
import type { Files } from '../files/ports.ts'
import type { Knowledge } from '../knowledge/ports.ts'
import type { Leads } from '../leads/ports.ts'
import { giveUpDocument, readDocument } from './about-files/read-document.ts'
import { amendMessage, dropAmendments } from './amend-message.ts'
import { clearAddressKeys } from './clear-address-keys.ts'
import { commitTurn } from './commit-turn.ts'
import { deliverMessage, giveUpNextMessage } from './deliver-message.ts'
import { earlierWordings } from './earlier-wordings.ts'
import { emptyMessages, giveConversations } from './erase-conversations.ts'
import { conversationEvents } from './live.ts'
import { fillPast } from './past/fill-past.ts'
import { importPast } from './past/import-past.ts'
import { exportPast, tracePast } from './past/of-lead.ts'
import type { Conversations, Outgoing } from './ports.ts'
import { presentMessage } from './present-message.ts'
import { raiseDelivery } from './raise-delivery.ts'
import { giveUpReaction, sendReaction, setReaction } from './reactions.ts'
import { findStored, receiveMessage, storeIncoming } from './receive-message.ts'
import { conversationRoutes } from './routes.ts'
import { sendMessage } from './send-message.ts'
import { holdWithPast, loseFile, setAttachment, showAdPicture } from './set-attachment.ts'
import { setFree } from './set-free.ts'
import { giveUpDelivery, settleDelivery } from './settle-delivery.ts'
import { storeEcho } from './store-echo.ts'
import { tieNames } from './tie-names.ts'
import { exportTranscripts } from './transcripts/of-lead.ts'
import { giveUpTranscript, transcribe } from './transcripts/transcribe.ts'
import { dropTurnStarts, exportTurnStarts } from './turn-starts.ts'

export function wireConversations(
  deps: Deps,
  ports: { leads: Leads; calendar: Calendar; costs: Costs; files: Files; knowledge: Knowledge; outgoing: Outgoing },
) {
  const { leads, outgoing } = ports
  const countSend = createSendLimit(deps.cluster)
  const port: Conversations = {
    receive: (input) => receiveMessage(deps, ports, input),
    storeIncoming: (tx, input) => storeIncoming(tx, deps, ports, input),
    findStored: (input, before) => findStored(deps, input, before),
    storeEcho: (tx, input) => storeEcho(tx, deps, ports, input),
    importPast: (tx, past, at) => importPast(tx, leads, past, at),
    fillPast,
    exportPast,
    tracePast,
    tieNames: (tx, change, at) => tieNames(tx, deps, leads, change, at),
    send: async (who, message) => {
      await countSend(who.userId)
      return sendMessage(deps, ports, who, message)
    },
    deliverNext: (tx, { tenantId, conversationId, channel }) =>
      deps.jobs.send(tx, 'deliver-message', { tenantId, conversationId, seq: 0, channel }, { key: conversationId }),
    amend: amendMessage,
    dropAmendments,
    earlierWordings,
    raiseDelivery,
    setFree,
    hold: holdWithPast,
    loseFile,
    setAttachment: (tx, tenantId, messageId, learned, at) =>
      setAttachment(tx, deps, ports.files, { tenantId, messageId, learned, at }),
    showAdPicture,
    commitTurn: (place, part) => commitTurn(deps, ports, place, part),
    exportTranscripts,
    exportTurnStarts,
    dropTurnStarts,
    clearAddressKeys,
    empty: emptyMessages,
    handOver: giveConversations,
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
      'read-document': (job) => readDocument(deps, ports, job),
      transcribe: (job, signal) => transcribe(deps, ports, job, signal),
      'settle-delivery': (job, _signal, failures) => settleDelivery(deps, outgoing, job, failures),
    },
    giveUps: {
      'deliver-message': (job) => giveUpNextMessage(deps, job),
      'send-reaction': (job) => giveUpReaction(deps, job),
      'read-document': (job) => giveUpDocument(deps, job),
      transcribe: (job) => giveUpTranscript(deps, job),
      'settle-delivery': (job) => giveUpDelivery(deps, job),
    },
    live: conversationEvents,
  } satisfies Feature & { port: Conversations }
}
