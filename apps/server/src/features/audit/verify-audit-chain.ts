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

/** Number of rows that are read at once. */
const PAGE_SIZE = 2_000

/**
 * Verifies an organisation's audit chain from the first entry to its stored end. If an entry was changed, deleted, inserted, moved or is
 * missing at the end, returns its number as `broken_at` (TRUST-20). Data deleted by the retention job do not break the chain (TRUST-21).
 * Entries that are not in the chain yet are not verified.
 */
export async function verifyAuditChain({ db, clock }: Pick<Deps, 'db' | 'clock'>, who: Identity): Promise<AuditVerification> {
  const { tenantId } = who
  const old = subMonths(clock.now(), IP_ADDRESS_RETENTION_MONTHS)
  const { head, beyond } = await db.reading(who, (tx) => readChainEnd(tx, tenantId))
  let last = { seq: 0, hash: FIRST_PREVIOUS_HASH }
  const brokenAt = (seq: number): AuditVerification => ({ ok: false, checked: last.seq, broken_at: seq })
  while (last.seq < head.seq) {
    const from = last.seq
    const page = await db.reading(who, (tx) => readChainPage(tx, tenantId, from, head.seq))
    if (page.rows.length === 0) return brokenAt(last.seq + 1)
    for (const row of page.rows) {
      const isNext = row.seq === last.seq + 1 && row.prevHash === last.hash && row.hash === hashAuditRow(row)
      if (!isNext || !hasValidDigests(row, old, page.present)) return brokenAt(last.seq + 1)
      last = { seq: last.seq + 1, hash: row.hash ?? '' }
    }
  }
  if (last.hash !== head.hash) return brokenAt(last.seq)
  return beyond ? brokenAt(last.seq + 1) : { ok: true, checked: last.seq }
}

/**
 * Reads the stored end of the chain, and whether sealed entries exist beyond it. The second query reads the end again, so that entries
 * sealed between the two queries do not count.
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
  return { head, beyond: row !== undefined && (row.seq ?? 0) > (row.head ?? 0) }
}

async function readChainPage(tx: Tx, tenantId: string, after: number, upTo: number) {
  const rows = await tx.db
    .select()
    .from(auditLog)
    .where(whereTenant(auditLog, tenantId, gt(auditLog.seq, after), lte(auditLog.seq, upTo)))
    .orderBy(asc(auditLog.seq))
    .limit(PAGE_SIZE)
  const unnamed = rows.flatMap(({ subject, subjectLabel, labelDigest }) =>
    labelDigest !== null && subjectLabel === null && subject !== null ? [subject] : [],
  )
  const still =
    unnamed.length === 0
      ? []
      : await tx.db
          .select({ id: leads.id })
          .from(leads)
          .where(whereTenant(leads, tenantId, inArray(leads.id, [...new Set(unnamed)])))
  return { rows, present: new Set(still.map(({ id }) => id)) }
}

/**
 * Whether the deletable data of an entry are unchanged, or were deleted legitimately: an IP address when it is old, a lead's name when the
 * lead was erased. `present`: ids of leads that still exist.
 */
function hasValidDigests(row: AuditLogRow, old: Date, present: ReadonlySet<string>): boolean {
  const { ip, userAgent, addressSalt, addressDigest, subject, subjectLabel, labelSalt, labelDigest } = row
  const hasAddress = ip !== null || userAgent !== null
  const address = hasAddress
    ? addressSalt !== null && addressDigest === computeSaltedDigest(addressSalt, ip, userAgent)
    : addressDigest === null || (addressSalt === null && row.createdAt < old)
  const label =
    subjectLabel !== null
      ? labelSalt !== null && labelDigest === computeSaltedDigest(labelSalt, subjectLabel)
      : labelDigest === null || (labelSalt === null && row.subjectKind === 'lead' && !present.has(subject ?? ''))
  return address && label
}
