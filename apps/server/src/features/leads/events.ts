import { on, type SocketEventSources } from '../../platform/realtime/broadcasts.ts'
import { rooms } from '../../platform/realtime/rooms.ts'

export const leadEvents = {
  lead_updated: [on('lead.changed', ({ tenantId, leadId }) => ({ room: rooms.tenant(tenantId), payload: { leadId } }))],
} satisfies Partial<SocketEventSources>
