import type { Deps } from '../../kernel/deps.ts'
import type { Feature } from '../../kernel/feature.ts'
import { createSendLimit } from '../../kernel/http/send-limit.ts'
import type { Calendar } from '../calendar/ports.ts'
import type { Leads } from '../leads/ports.ts'
import { commitTurn } from './commit-turn.ts'
import { deliverMessage, settleDelivery } from './deliver-message.ts'
import { conversationEvents } from './live.ts'
import type { Conversations } from './ports.ts'
import { presentMessage } from './present-message.ts'
import { raiseDelivery } from './raise-delivery.ts'
import { findStored, receiveMessage, storeIncoming } from './receive-message.ts'
import { conversationRoutes } from './routes.ts'
import { sendMessage } from './send-message.ts'
import { setAttachment } from './set-attachment.ts'
import { storeEcho } from './store-echo.ts'

export function wireConversations(deps: Deps, ports: { leads: Leads; calendar: Calendar }) {
  const { leads } = ports
  const countSend = createSendLimit(deps.cluster)
  const port: Conversations = {
    receive: (input) => receiveMessage(deps, leads, input),
    storeIncoming: (tx, input) => storeIncoming(tx, deps, leads, input),
    findStored: (input, before) => findStored(deps, input, before),
    storeEcho: (tx, input) => storeEcho(tx, deps, leads, input),
    send: async (who, message) => {
      await countSend(who.userId)
      return sendMessage(deps, ports, who, message)
    },
    raiseDelivery,
    setAttachment,
    commitTurn: (place, part) => commitTurn(deps, ports, place, part),
    present: presentMessage,
  }
  return {
    port,
    routes: (api) => conversationRoutes(api, deps, port.send),
    jobs: {
      'deliver-message': (job) => deliverMessage(deps, job),
      'settle-delivery': (job) => settleDelivery(deps, job),
    },
    live: conversationEvents,
  } satisfies Feature & { port: Conversations }
}
