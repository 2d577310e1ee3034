import { type LiveEvents, on } from '../../kernel/realtime/broadcasts.ts'
import { rooms } from '../../kernel/realtime/rooms.ts'

/** Socket events about the knowledge base. */
export const knowledgeEvents = {
  knowledge_updated: [
    on('knowledge.changed', ({ tenantId, ...changed }) => ({ room: rooms.tenant(tenantId), payload: changed })),
  ],
  knowledge_question: [on('knowledge.question', ({ tenantId, ...asked }) => ({ room: rooms.tenant(tenantId), payload: asked }))],
} satisfies Partial<LiveEvents>
