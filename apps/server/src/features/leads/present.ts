import type { Lead, OptOut } from '@prosa/contract/entities/conversations/lead'
import { getLeadDisplayName } from '../../platform/leads/lead-display-name.ts'
import type { LeadRow } from './ports.ts'

export function presentLead(row: LeadRow): Lead {
  return {
    _id: row.id,
    created_at: row.createdAt.toISOString(),
    origin: row.origin,
    pause: row.pause,
    archive: row.archive,
    agent_id: row.agentId,
    name: getLeadDisplayName(row),
    company: row.company,
    phone: row.phone,
    email: row.email,
    updated_at: row.updatedAt.toISOString(),
    pause_holder: row.pausedBy && row.pausedByName ? { id: row.pausedBy, name: row.pausedByName } : null,
    pause_reason: row.pauseReason,
    paused_at: row.pausedAt?.toISOString() ?? null,
    pause_until: row.pauseUntil?.toISOString() ?? null,
    opt_out: presentOptOut(row),
  }
}

export const presentOptOut = ({ optOutAt, optOutBy, optOutWords }: LeadRow): OptOut | null =>
  optOutAt && optOutBy ? { at: optOutAt.toISOString(), by: optOutBy, words: optOutWords } : null
