import type { Lead } from '@prosa/contract/entities/lead'
import { visitorName } from '../../kernel/visitor-name.ts'
import type { LeadRow } from './queries.ts'

/** Row → contract. */
export function presentLead(row: LeadRow): Lead {
  return {
    _id: row.id,
    created_at: row.createdAt.toISOString(),
    origin: row.origin,
    pause: row.pause,
    archive: row.archive,
    agent_id: row.agentId,
    name: visitorName(row),
    company: row.company,
    phone: row.phone,
    email: row.email,
    updated_at: row.updatedAt.toISOString(),
    pause_holder: row.pausedBy && row.pausedByName ? { id: row.pausedBy, name: row.pausedByName } : null,
    pause_reason: row.pauseReason,
    paused_at: row.pausedAt?.toISOString() ?? null,
    pause_until: row.pauseUntil?.toISOString() ?? null,
  }
}
