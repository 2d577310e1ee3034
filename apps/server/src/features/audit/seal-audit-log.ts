import { createHash, randomBytes } from 'node:crypto'
import { eq, inArray, isNull, sql } from 'drizzle-orm'
import { runInBackground } from '../../platform/concurrency/background.ts'
import type { Tx } from '../../platform/database/database.ts'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { auditHeads, auditLog } from '../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../platform/deps.ts'

export type AuditLogRow = typeof auditLog.$inferSelect

/**
 * Milliseconds between two sealing rounds, which add new audit entries to the hash chain. Entries must be sealed within 10 s (TRUST-19),
 * even if a round fails.
 */
export const SEAL_INTERVAL_MS = 3_000
/** Number of audit entries that one transaction adds to the hash chains. */
const BATCH_SIZE = 500
/** Key of the PostgreSQL advisory lock that lets only one process extend the hash chains at a time. */
const SEALER_LOCK_KEY = 0x5ea1
/** Previous hash of the first entry in a hash chain. */
export const FIRST_PREVIOUS_HASH = '0'.repeat(64)

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const newSalt = (): string => randomBytes(16).toString('hex')

/**
 * Returns a salted digest of values such as an IP address. The hash chain contains the digest, so that the values can be deleted later
 * without breaking the chain.
 */
export const computeSaltedDigest = (salt: string, ...values: readonly (string | null)[]): string =>
  sha256(JSON.stringify([salt, ...values]))

/** Returns the hash of an audit entry, which includes the hash of the previous entry. */
export const hashAuditRow = (row: AuditLogRow): string =>
  sha256(
    JSON.stringify([
      row.tenantId,
      row.id,
      row.seq,
      row.createdAt.toISOString(),
      row.actorKind,
      row.actorId,
      row.actorName,
      row.action,
      row.subjectKind,
      row.subject,
      row.labelDigest,
      row.before,
      row.after,
      row.addressDigest,
      row.prevHash,
    ]),
  )

/**
 * Adds all new audit entries to the hash chain of their organisation. Only one process does this at a time. Code that writes audit entries
 * does not wait for it.
 * @returns the number of added entries
 */
export async function sealAuditLog({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  let count = 0
  for (let sealedCount = BATCH_SIZE; sealedCount === BATCH_SIZE; count += sealedCount)
    sealedCount = await db.system((tx) => sealBatch(tx, clock.now()))
  return count
}

async function sealBatch(tx: Tx, now: Date): Promise<number> {
  const { rows } = await tx.db.execute(sql`SELECT pg_try_advisory_xact_lock(${SEALER_LOCK_KEY}) AS mine`)
  if (rows[0]?.['mine'] !== true) return 0
  const unsealedRows = await tx.db
    .select()
    .from(auditLog)
    .where(isNull(auditLog.seq))
    .orderBy(auditLog.tenantId, auditLog.createdAt, auditLog.id)
    .limit(BATCH_SIZE)
    .for('update')
  if (unsealedRows.length === 0) return 0
  const tenantIds = [...new Set(unsealedRows.map(({ tenantId }) => tenantId))]
  const heads = new Map(
    (await tx.db.select().from(auditHeads).where(inArray(auditHeads.tenantId, tenantIds))).map((head) => [head.tenantId, head]),
  )
  const sealedRows = unsealedRows.map((row) => {
    const { seq: lastSeq, hash: prevHash } = heads.get(row.tenantId) ?? { seq: 0, hash: FIRST_PREVIOUS_HASH }
    const sealedRow = withDigests({ ...row, seq: lastSeq + 1, prevHash })
    const hash = hashAuditRow(sealedRow)
    heads.set(row.tenantId, { tenantId: row.tenantId, seq: lastSeq + 1, hash, sealedAt: now })
    return { ...sealedRow, hash }
  })
  await tx.db.execute(sql`
    UPDATE ${auditLog} SET seq = s.seq, prev_hash = s."prevHash", hash = s.hash, address_salt = s."addressSalt",
      address_digest = s."addressDigest", label_salt = s."labelSalt", label_digest = s."labelDigest"
    FROM jsonb_to_recordset(${JSON.stringify(sealedRows)}::jsonb) AS s("tenantId" uuid, id uuid, seq bigint, "prevHash" text, hash text,
      "addressSalt" text, "addressDigest" text, "labelSalt" text, "labelDigest" text)
    WHERE ${whereTenant(auditLog, sql`s."tenantId"`, eq(auditLog.id, sql`s.id`))}`)
  await tx.db
    .insert(auditHeads)
    .values([...heads.values()])
    .onConflictDoUpdate({
      target: auditHeads.tenantId,
      set: { seq: sql`excluded.seq`, hash: sql`excluded.hash`, sealedAt: sql`excluded.sealed_at` },
    })
  return unsealedRows.length
}

function withDigests(row: AuditLogRow): AuditLogRow {
  const { ip, userAgent, subjectLabel } = row
  const addressSalt = ip === null && userAgent === null ? null : newSalt()
  const labelSalt = subjectLabel === null ? null : newSalt()
  return {
    ...row,
    addressSalt,
    addressDigest: addressSalt && computeSaltedDigest(addressSalt, ip, userAgent),
    labelSalt,
    labelDigest: labelSalt && computeSaltedDigest(labelSalt, subjectLabel),
  }
}

/** Starts a timer that adds new audit entries to the hash chains. `close` stops the timer and waits for the current round. */
export function startAuditSealer(deps: Pick<Deps, 'db' | 'clock' | 'log'>): { close(): Promise<void> } {
  let runningRound: Promise<unknown> | null = null
  const timer = setInterval(() => {
    runningRound ??= runInBackground(() => sealAuditLog(deps))
      .catch((error: unknown) => deps.log.warn({ err: error }, 'the audit could not be sealed'))
      .finally(() => {
        runningRound = null
      })
  }, SEAL_INTERVAL_MS).unref()
  return {
    close: async () => {
      clearInterval(timer)
      await runningRound
    },
  }
}

/**
 * Writes the last hash of every hash chain to the server log. If that log is stored elsewhere, it proves a deletion of the newest entries,
 * even if the stored end of the chain was changed too (TRUST-20).
 */
export async function logChainHeads({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const heads = await db.system((tx) => tx.db.select().from(auditHeads))
  for (const { tenantId, seq, hash } of heads) log.info({ tenantId, seq, hash }, 'the end of an audit chain')
}
