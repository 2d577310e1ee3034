import type { AuditFields } from '@prosa/contract/entities/audit'
import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { actorOf, audit } from '../../../kernel/audit.ts'
import { isUuid, type Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { agents } from '../../../kernel/db/schema/conversations.ts'
import { whatsappDirectory, whatsappNumbers } from '../../../kernel/db/schema/whatsapp.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { errors } from '../../../kernel/errors.ts'
import type { Identity } from '../../../kernel/http/identity.ts'
import type { NumberInfo, WhatsAppAccount } from '../../../kernel/whatsapp.ts'
import { type NumberRow, sealToken } from './numbers.ts'

export const TAKEN = 'Este número já está ligado a uma organização.'

export interface ProvenNumber {
  tenantId: string
  agentId: string
  /** As Meta has just answered to it. */
  account: WhatsAppAccount
  info: NumberInfo
  /** The tenant's own app; null: the installation's. */
  appId: string | null
  historyDays: number
}

/**
 * Keeps a number that Meta has answered for: what is told of it counts from here on. Across tenants, for the directory knows each number once.
 * @throws UNIQUE_VIOLATION where somebody has it already
 */
export async function keepNumber(
  system: Tx,
  deps: Pick<Deps, 'config' | 'clock'>,
  who: Identity,
  { tenantId, agentId, account, info, appId, historyDays }: ProvenNumber,
): Promise<NumberRow> {
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
      accessToken: sealToken(deps, { tenantId, id }, token),
      historyDays,
      onboardedAt: at,
      checkedAt: at,
      mendedAt: at,
      createdAt: at,
      updatedAt: at,
    })
    .returning()
  if (!row) throw new Error('An insert returned nothing')
  await noteNumber(system, who, 'number.linked', row)
  return row
}

/** @throws 404 without such an agent */
export async function requireAgent(tx: Tx, tenantId: string, agentId: string): Promise<void> {
  if (!isUuid(agentId)) throw errors.notFound()
  const [row] = await tx.db
    .select({ id: agents.id })
    .from(agents)
    .where(ofTenant(agents, tenantId, eq(agents.id, agentId)))
  if (!row) throw errors.notFound()
}

/** Never the token that opens a number: that it was renewed is all that is told. */
export const noteNumber = (
  tx: Tx,
  who: Identity,
  action: 'number.linked' | 'number.changed' | 'number.unlinked',
  { tenantId, id, displayNumber }: NumberRow,
  changes: { before?: AuditFields; after?: AuditFields } = {},
): Promise<void> =>
  audit(tx, {
    tenantId,
    actor: actorOf(who, tenantId),
    action,
    subject: { kind: 'number', id, label: displayNumber },
    ...changes,
  })
