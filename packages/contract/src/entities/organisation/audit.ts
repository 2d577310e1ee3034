import * as z from 'zod/mini'
import { id, timestamp } from '../../fields.ts'

/** Actions that the audit log records, as `area.verb` (3-team.md, section 2). */
export const AUDIT_ACTIONS = [
  'session.opened',
  'session.closed',
  'session.closed_everywhere',
  'session.ended',
  'session.refused',
  'session.locked',
  'session.reused',
  'password.changed',
  'password.link_made',
  'password.reset',
  'password.refused',
  'second_step.app_added',
  'second_step.app_removed',
  'second_step.codes_renewed',
  'second_step.passkey_added',
  'second_step.passkey_renamed',
  'second_step.passkey_removed',
  'second_step.removed',
  'invitation.sent',
  'invitation.renewed',
  'invitation.cancelled',
  'invitation.accepted',
  'invitation.refused',
  'person.changed',
  'person.switched_off',
  'person.switched_on',
  'person.signed_out',
  'organisation.created',
  'organisation.changed',
  'settings.changed',
  'agent.created',
  'agent.changed',
  'agent.published',
  'agent.restored',
  'correction.added',
  'correction.changed',
  'correction.removed',
  'number.linked',
  'number.changed',
  'number.unlinked',
  'template.created',
  'template.changed',
  'template.deleted',
  'calendar.connected',
  'calendar.disconnected',
  'meeting.booked',
  'meeting.moved',
  'meeting.cancelled',
  'lead.paused',
  'lead.resumed',
  'lead.archived',
  'lead.restored',
  'lead.opted_out',
  'lead.opted_in',
  'lead.merged',
  'lead.exported',
  'lead.erased',
  'knowledge.added',
  'knowledge.changed',
  'knowledge.removed',
  'costs.rates_changed',
  'costs.budget_changed',
  'export.made',
  'export.downloaded',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** Kinds of actors in the audit log. `key`: an API key. `system`: the server itself. `platform`: staff of the platform. */
const ACTOR_KINDS = ['user', 'agent', 'key', 'system', 'platform'] as const
export type ActorKind = (typeof ACTOR_KINDS)[number]

const SUBJECT_KINDS = [
  'session',
  'user',
  'invitation',
  'organisation',
  'agent',
  'number',
  'lead',
  'meeting',
  'export',
  'source',
] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]

/** Values of changed fields, by field name. */
const auditFields = z.record(z.string(), z.unknown())
export type AuditFields = z.infer<typeof auditFields>

/** One entry of the audit log. Prosa extension. */
export const auditRow = z.object({
  id,
  /** Number of the entry in the hash chain. Null until the entry is added to the chain, within 10 s (TRUST-19). */
  seq: z.nullable(z.int()),
  at: timestamp,
  actor: z.object({ kind: z.enum(ACTOR_KINDS), id: z.nullable(id), name: z.nullable(z.string()) }),
  action: z.string(),
  subject: z.nullable(z.object({ kind: z.nullable(z.enum(SUBJECT_KINDS)), id, label: z.nullable(z.string()) })),
  before: z.optional(auditFields),
  after: z.optional(auditFields),
  /** IP address, deleted after 6 months. */
  ip: z.optional(z.string()),
  /** Browser, deleted after 6 months. */
  user_agent: z.optional(z.string()),
  /** Hash of the previous entry. Like `hash`, null until this entry is added to the chain. */
  prev_hash: z.nullable(z.string()),
  hash: z.nullable(z.string()),
})
export type AuditRow = z.infer<typeof auditRow>

/**
 * Result of verifying the audit log's hash chain. `checked`: number of verified entries. `broken_at`: number of the first entry that was
 * changed, deleted, inserted or moved (TRUST-20).
 */
export const auditVerification = z.object({ ok: z.boolean(), checked: z.int(), broken_at: z.optional(z.int()) })
export type AuditVerification = z.infer<typeof auditVerification>
