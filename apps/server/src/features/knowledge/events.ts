import { on, type SocketEventSources } from '../../platform/realtime/broadcasts.ts'
import { rooms } from '../../platform/realtime/rooms.ts'

export const knowledgeEvents = {
  knowledge_updated: [on('knowledge.changed', ({ tenantId, ...change }) => ({ room: rooms.tenant(tenantId), payload: change }))],
  knowledge_question: [
    on('knowledge.question', ({ tenantId, ...question }) => ({ room: rooms.tenant(tenantId), payload: question })),
  ],
} satisfies Partial<SocketEventSources>
