import type { AuditVerification } from '@prosa/contract/entities/organisation/audit'
import { subMonths } from 'date-fns/subMonths'
import { asc, gt, inArray, lte } from 'drizzle-orm'
import type { Identity } from '../../platform/access/identity.ts'
import { IP_ADDRESS_RETENTION_MONTHS } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { leads } from '../../platform/database/schema/conversations/conversations.ts'
import { auditHeads, auditLog } from '../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../platform/deps.ts'
import { type AuditLogRow, computeSaltedDigest, FIRST_PREVIOUS_HASH, hashAuditRow } from './seal-audit-log.ts'

const PAGE_SIZE = 2_000

/**
 * Verifies the hash chain of an organisation's audit log. Returns the number of the first changed, deleted, inserted or moved entry as
 * `broken_at` (TRUST-20). Data that the retention job deleted do not break the chain (TRUST-21). New entries that are not in the chain yet
 * are not verified.
 */
export async function verifyAuditChain(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  identity: Identity,
): Promise<AuditVerification> {
  const { tenantId } = identity
  const addressRetentionStart = subMonths(clock.now(), IP_ADDRESS_RETENTION_MONTHS)
  const { head, hasEntriesBeyondHead } = await db.runRead(identity, (tx) => readChainEnd(tx, tenantId))
  let last = { seq: 0, hash: FIRST_PREVIOUS_HASH }
  const reportBroken = (seq: number): AuditVerification => ({ ok: false, checked: last.seq, broken_at: seq })
  while (last.seq < head.seq) {
    const from = last.seq
    const page = await db.runRead(identity, (tx) => readChainPage(tx, tenantId, from, head.seq))
    if (page.rows.length === 0) return reportBroken(last.seq + 1)
    for (const row of page.rows) {
      const isNext = row.seq === last.seq + 1 && row.prevHash === last.hash && row.hash === hashAuditRow(row)
      if (!isNext || !hasValidDigests(row, addressRetentionStart, page.existingLeadIds)) return reportBroken(last.seq + 1)
      last = { seq: last.seq + 1, hash: row.hash ?? '' }
    }
  }
  if (last.hash !== head.hash) return reportBroken(last.seq)
  return hasEntriesBeyondHead ? reportBroken(last.seq + 1) : { ok: true, checked: last.seq }
}

/**
 * Reads the stored end of the hash chain, and whether the chain has entries after it. The second query reads the end again, because entries
 * may be added between the two queries.
 */
async function readChainEnd(tx: Tx, tenantId: string) {
  const [head = { seq: 0, hash: FIRST_PREVIOUS_HASH }] = await tx.db
    .select({ seq: auditHeads.seq, hash: auditHeads.hash })
    .from(auditHeads)
    .where(whereTenant(auditHeads, tenantId))
  const [row] = await tx.db
    .select({ head: auditHeads.seq, hash: auditHeads.hash, seq: auditLog.seq })
    .from(auditLog)
    .leftJoin(auditHeads, whereTenant(auditHeads, auditLog.tenantId))
    .where(whereTenant(auditLog, tenantId, gt(auditLog.seq, head.seq)))
    .limit(1)
  return { head, hasEntriesBeyondHead: row !== undefined && (row.seq ?? 0) > (row.head ?? 0) }
}

async function readChainPage(tx: Tx, tenantId: string, after: number, upTo: number) {
  const rows = await tx.db
    .select()
    .from(auditLog)
    .where(whereTenant(auditLog, tenantId, gt(auditLog.seq, after), lte(auditLog.seq, upTo)))
    .orderBy(asc(auditLog.seq))
    .limit(PAGE_SIZE)
  const clearedLeadIds = rows.flatMap(({ subject, subjectLabel, labelDigest }) =>
    labelDigest !== null && subjectLabel === null && subject !== null ? [subject] : [],
  )
  const existingLeads =
    clearedLeadIds.length === 0
      ? []
      : await tx.db
          .select({ id: leads.id })
          .from(leads)
          .where(whereTenant(leads, tenantId, inArray(leads.id, [...new Set(clearedLeadIds)])))
  return { rows, existingLeadIds: new Set(existingLeads.map(({ id }) => id)) }
}

/**
 * Whether IP address and lead name of an entry are unchanged or were deleted for a valid reason: the address because it is old, the name
 * because the lead was erased.
 */
function hasValidDigests(row: AuditLogRow, addressRetentionStart: Date, existingLeadIds: ReadonlySet<string>): boolean {
  const { ip, userAgent, addressSalt, addressDigest, subject, subjectLabel, labelSalt, labelDigest } = row
  const hasAddress = ip !== null || userAgent !== null
  const isAddressValid = hasAddress
    ? addressSalt !== null && addressDigest === computeSaltedDigest(addressSalt, ip, userAgent)
    : addressDigest === null || (addressSalt === null && row.createdAt < addressRetentionStart)
  const isLabelValid =
    subjectLabel !== null
      ? labelSalt !== null && labelDigest === computeSaltedDigest(labelSalt, subjectLabel)
      : labelDigest === null || (labelSalt === null && row.subjectKind === 'lead' && !existingLeadIds.has(subject ?? ''))
  return isAddressValid && isLabelValid
}
