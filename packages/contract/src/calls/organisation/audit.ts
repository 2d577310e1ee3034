import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import { auditRow, auditVerification } from '../../entities/organisation/audit.ts'
import { cursorQuery, id, listQuery, requestDateTime } from '../../fields.ts'
import { successWithData } from '../../responses.ts'

/** API endpoints for the organisation's audit log (3-team.md, sections 2 and 3). Prosa extension. */

export const auditFilter = z.object({
  actor: z.optional(id),
  /** An action, or the part of its name before the dot, which selects all actions of that area. */
  action: z.optional(z.string().check(z.maxLength(60))),
  subject: z.optional(id),
  /** Start, inclusive. */
  from: z.optional(requestDateTime),
  /** End, exclusive. */
  to: z.optional(requestDateTime),
  /** Part of the name of the actor or of the affected object. */
  search: listQuery.search,
})

export type AuditFilter = z.infer<typeof auditFilter>

export const listAudit = defineCall({
  name: 'listAudit',
  method: 'GET',
  path: '/audit',
  summary: 'O que foi feito na organização, do mais novo ao mais antigo.',
  query: z.extend(auditFilter, { limit: listQuery.limit, ...cursorQuery }),
  answer: successWithData(z.object({ rows: z.array(auditRow), nextCursor: z.nullable(z.string()) })),
})

export const verifyAudit = defineCall({
  name: 'verifyAudit',
  method: 'GET',
  path: '/audit/verify',
  summary: 'Confere a cadeia dos registros e aponta o primeiro que foi mudado, apagado, inserido ou movido.',
  answer: successWithData(auditVerification),
})
