import { type LiveEvents, on } from '../../kernel/realtime/broadcasts.ts'
import { rooms } from '../../kernel/realtime/rooms.ts'

/** Events of leads that are emitted to clients. */
export const leadEvents = {
  lead_updated: [on('lead.changed', ({ tenantId, leadId }) => ({ room: rooms.tenant(tenantId), payload: { leadId } }))],
} satisfies Partial<LiveEvents>
