import { sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { files } from '../../kernel/db/schema/files.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { FileOwner } from './ports.ts'

const MB = 1024 * 1024
/** Leads go on sending when the room for people's files is used up: what they send is not lost at once. */
const FOR_LEADS = 1.2

/** Bytes that an organisation's files take up: each content once, what is still coming in too. */
async function usedBytes(tx: Tx, tenantId: string): Promise<number> {
  const { rows } = await tx.db.execute(sql`
    SELECT COALESCE(sum(size), 0)::float8 AS bytes FROM (
      SELECT max(size) AS size FROM ${files} WHERE tenant_id = ${tenantId} AND state <> 'refused'
      GROUP BY COALESCE(stored_as, id::text)) AS contents`)
  return Number(rows[0]?.['bytes'] ?? 0)
}

/** Whoever reads it is no one who could make room. */
const FULL_FOR_LEADS = 'Não dá para receber arquivos por aqui agora. Tente mais tarde.'

const spoken = (bytes: number): string =>
  bytes >= 1024 * MB
    ? `${(bytes / (1024 * MB)).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} GB`
    : `${(bytes / MB).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} MB`

/** Why so many bytes may not be added; null: they may (MEDIA-24). */
export async function whyNoRoom(tx: Tx, deps: Pick<Deps, 'config'>, who: FileOwner, size: number): Promise<string | null> {
  const { tenantId } = who
  const { config } = deps
  if ('visitor' in who) return (await hasRoomForLeads(tx, deps, tenantId, size)) ? null : FULL_FOR_LEADS
  const used = await usedBytes(tx, tenantId)
  return used + size <= config.storageQuotaMb * MB
    ? null
    : `O espaço de arquivos acabou (${spoken(used)} de ${spoken(config.storageQuotaMb * MB)}). Peça a um administrador para liberar.`
}

/** True while the organisation has room for what it keeps itself. */
export const hasRoom = async (tx: Tx, { config }: Pick<Deps, 'config'>, tenantId: string, size: number): Promise<boolean> =>
  (await usedBytes(tx, tenantId)) + size <= config.storageQuotaMb * MB

export const hasRoomForLeads = async (
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  tenantId: string,
  size: number,
): Promise<boolean> => (await usedBytes(tx, tenantId)) + size <= config.storageQuotaMb * MB * FOR_LEADS
