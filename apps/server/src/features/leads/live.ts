import { type LiveEvents, when } from '../../kernel/realtime/occasions.ts'
import { rooms } from '../../kernel/realtime/rooms.ts'

/** What sockets are told of leads. */
export const leadEvents = {
  lead_updated: [when('lead.changed', ({ tenantId, leadId }) => ({ room: rooms.tenant(tenantId), payload: { leadId } }))],
} satisfies Partial<LiveEvents>
