import type { WhatsappNumber } from '@prosa/contract/entities/channel'
import { and, asc, eq } from 'drizzle-orm'
import type { Tx } from '../../../kernel/db/database.ts'
import { whatsappNumbers } from '../../../kernel/db/schema/whatsapp.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { createSecretBox, type SecretBox } from '../../../kernel/secret-box.ts'
import type { WhatsAppAccount } from '../../../kernel/whatsapp.ts'

export type NumberRow = typeof whatsappNumbers.$inferSelect

/** Which number something is about. */
export interface ForNumber {
  tenantId: string
  numberId: string
}

/** Seals one number's token: what was sealed for another number, or another tenant, does not open. */
export const boxOf = ({ config }: Pick<Deps, 'config'>, { tenantId, id }: Pick<NumberRow, 'tenantId' | 'id'>): SecretBox =>
  createSecretBox(`whatsapp:${tenantId}:${id}`, config.sessionSecret, config.previousSecret ?? undefined)

export const sealToken = (deps: Pick<Deps, 'config'>, number: Pick<NumberRow, 'tenantId' | 'id'>, token: string): string =>
  boxOf(deps, number).seal(token)

/** What it takes to speak to Meta for a number. @throws when the token was sealed under a secret that is gone */
export const accountOf = (deps: Pick<Deps, 'config'>, row: NumberRow): WhatsAppAccount => ({
  phoneNumberId: row.phoneNumberId,
  wabaId: row.wabaId,
  token: boxOf(deps, row).open(row.accessToken),
})

export const listNumbers = (tx: Tx, tenantId: string): Promise<NumberRow[]> =>
  tx.db
    .select()
    .from(whatsappNumbers)
    .where(eq(whatsappNumbers.tenantId, tenantId))
    .orderBy(asc(whatsappNumbers.createdAt), asc(whatsappNumbers.id))

export async function findNumber(tx: Tx, tenantId: string, id: string): Promise<NumberRow | null> {
  const [row] = await tx.db
    .select()
    .from(whatsappNumbers)
    .where(and(eq(whatsappNumbers.tenantId, tenantId), eq(whatsappNumbers.id, id)))
  return row ?? null
}

/** Notes whether Meta lets us speak for a number, and tells staff when that changed. */
export async function noteStatus(
  tx: Tx,
  { tenantId, id }: Pick<NumberRow, 'tenantId' | 'id'>,
  found: { reason: string | null; displayNumber?: string; verifiedName?: string | null },
  at: Date,
): Promise<NumberRow | null> {
  const { reason, displayNumber, verifiedName } = found
  const status = reason === null ? ('ok' as const) : ('broken' as const)
  const before = await findNumber(tx, tenantId, id)
  const [row] = await tx.db
    .update(whatsappNumbers)
    .set({
      status,
      statusReason: reason,
      checkedAt: at,
      ...(displayNumber === undefined ? {} : { displayNumber }),
      ...(verifiedName === undefined ? {} : { verifiedName }),
      updatedAt: at,
    })
    .where(and(eq(whatsappNumbers.tenantId, tenantId), eq(whatsappNumbers.id, id)))
    .returning()
  if (row && before?.status !== status)
    tx.emit({ name: 'channel.changed', payload: { tenantId, channel: 'whatsapp', accountId: id, status } })
  return row ?? null
}

/** Row → contract. The token stays here. */
export function presentNumber(row: NumberRow): WhatsappNumber {
  return {
    id: row.id,
    agent_id: row.agentId,
    phone_number_id: row.phoneNumberId,
    waba_id: row.wabaId,
    display_number: row.displayNumber,
    verified_name: row.verifiedName,
    status: row.status,
    status_reason: row.statusReason,
    checked_at: row.checkedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}
