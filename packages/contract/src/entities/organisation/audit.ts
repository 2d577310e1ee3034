import * as z from 'zod/mini'
import { id, timestamp } from '../../fields.ts'

/** All actions that the audit log can record, as `area.verb` (3-team.md, section 2). */
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

/**
 * Kinds of actors in the audit log: a user of the organisation, one of its agents, an API key, the system itself, or staff of the platform.
 */
const ACTOR_KINDS = ['user', 'agent', 'key', 'system', 'platform'] as const
export type ActorKind = (typeof ACTOR_KINDS)[number]

/** Kinds of objects that a recorded action can affect. */
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

/** Values of the changed fields, by field name. */
const auditFields = z.record(z.string(), z.unknown())
export type AuditFields = z.infer<typeof auditFields>

/**
 * One entry of the audit log. `seq`, `prev_hash` and `hash` are null until the entry is added to the hash chain, within 10 s (TRUST-19).
 * `ip` and `user_agent` are deleted after 6 months. Prosa extension.
 */
export const auditRow = z.object({
  id,
  seq: z.nullable(z.int()),
  at: timestamp,
  actor: z.object({ kind: z.enum(ACTOR_KINDS), id: z.nullable(id), name: z.nullable(z.string()) }),
  action: z.string(),
  subject: z.nullable(z.object({ kind: z.nullable(z.enum(SUBJECT_KINDS)), id, label: z.nullable(z.string()) })),
  before: z.optional(auditFields),
  after: z.optional(auditFields),
  ip: z.optional(z.string()),
  user_agent: z.optional(z.string()),
  prev_hash: z.nullable(z.string()),
  hash: z.nullable(z.string()),
})
export type AuditRow = z.infer<typeof auditRow>

/**
 * Result of verifying the audit log's hash chain. `checked`: number of verified entries. `broken_at`: `seq` of the first entry that was
 * changed, deleted, inserted or moved (TRUST-20).
 */
export const auditVerification = z.object({ ok: z.boolean(), checked: z.int(), broken_at: z.optional(z.int()) })
export type AuditVerification = z.infer<typeof auditVerification>
