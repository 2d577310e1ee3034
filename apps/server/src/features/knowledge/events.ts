import { type LiveEvents, on } from '../../platform/realtime/broadcasts.ts'
import { rooms } from '../../platform/realtime/rooms.ts'

/** Socket events about the knowledge base. */
export const knowledgeEvents = {
  knowledge_updated: [
    on('knowledge.changed', ({ tenantId, ...changed }) => ({ room: rooms.tenant(tenantId), payload: changed })),
  ],
  knowledge_question: [on('knowledge.question', ({ tenantId, ...asked }) => ({ room: rooms.tenant(tenantId), payload: asked }))],
} satisfies Partial<LiveEvents>
