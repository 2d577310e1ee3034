import { type LiveEvents, when } from '../../kernel/realtime/occasions.ts'
import { rooms } from '../../kernel/realtime/rooms.ts'

/** Socket events about the knowledge base. */
export const knowledgeEvents = {
  knowledge_updated: [
    when('knowledge.changed', ({ tenantId, ...changed }) => ({ room: rooms.tenant(tenantId), payload: changed })),
  ],
  knowledge_question: [
    when('knowledge.question', ({ tenantId, ...asked }) => ({ room: rooms.tenant(tenantId), payload: asked })),
  ],
} satisfies Partial<LiveEvents>
