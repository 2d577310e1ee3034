import type { AuditFields } from '@prosa/contract/entities/organisation/audit'
import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Identity } from '../../../../platform/access/identity.ts'
import { toAuditActor, writeAuditEntry } from '../../../../platform/audit/audit.ts'
import { isUuid, type Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { agents } from '../../../../platform/database/schema/conversations/conversations.ts'
import { whatsappDirectory, whatsappNumbers } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { errors } from '../../../../platform/errors.ts'
import type { NumberInfo, WhatsAppAccount } from '../../../../platform/external-services/whatsapp-api.ts'
import { encryptToken, type WhatsAppNumberRow } from './numbers.ts'

export const NUMBER_ALREADY_LINKED_TEXT = 'Este número já está ligado a uma organização.'

export interface VerifiedNumber {
  tenantId: string
  agentId: string
  /** Credentials. A request to Meta has proved that they give access to the number. */
  account: WhatsAppAccount
  info: NumberInfo
  /** Id of the organisation's own Meta app; null if the number uses the Meta app of this installation. */
  appId: string | null
  historyDays: number
}

/**
 * Stores a WhatsApp number that Meta has verified. Its webhook events are accepted from then on. Needs a system transaction, because a
 * number is unique across all organisations.
 * @throws UNIQUE_VIOLATION if the number is already stored
 */
export async function insertNumber(
  system: Tx,
  deps: Pick<Deps, 'config' | 'clock'>,
  identity: Identity,
  { tenantId, agentId, account, info, appId, historyDays }: VerifiedNumber,
): Promise<WhatsAppNumberRow> {
  const id = uuid()
  const at = deps.clock.now()
  const { phoneNumberId, wabaId, token } = account
  await system.db.insert(whatsappDirectory).values({ phoneNumberId, tenantId, numberId: id })
  const [row] = await system.db
    .insert(whatsappNumbers)
    .values({
      tenantId,
      id,
      appId,
      agentId,
      phoneNumberId,
      wabaId,
      ...info,
      accessToken: encryptToken(deps, { tenantId, id }, token),
      historyDays,
      onboardedAt: at,
      checkedAt: at,
      mendedAt: at,
      createdAt: at,
      updatedAt: at,
    })
    .returning()
  if (!row) throw new Error('An insert returned nothing')
  await auditNumberChange(system, identity, 'number.linked', row)
  return row
}

export async function requireAgent(tx: Tx, tenantId: string, agentId: string): Promise<void> {
  if (!isUuid(agentId)) throw errors.notFound()
  const [row] = await tx.db
    .select({ id: agents.id })
    .from(agents)
    .where(whereTenant(agents, tenantId, eq(agents.id, agentId)))
  if (!row) throw errors.notFound()
}

/** Records a change of a WhatsApp number in the audit log. `changes` must not contain the access token. */
export const auditNumberChange = (
  tx: Tx,
  identity: Identity,
  action: 'number.linked' | 'number.changed' | 'number.unlinked',
  { tenantId, id, displayNumber }: WhatsAppNumberRow,
  changes: { before?: AuditFields; after?: AuditFields } = {},
): Promise<void> =>
  writeAuditEntry(tx, {
    tenantId,
    actor: toAuditActor(identity, tenantId),
    action,
    subject: { kind: 'number', id, label: displayNumber },
    ...changes,
  })
