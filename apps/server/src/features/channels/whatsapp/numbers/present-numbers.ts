import type { WhatsappNumber } from '@prosa/contract/entities/whatsapp/channel'
import type { Tx } from '../../../../platform/database/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { loadSyncStates } from '../history-import/sync-states.ts'
import { listProblemsByNumber } from '../number-health/problems.ts'
import { listAppKeys } from '../own-apps/channel-apps.ts'
import { createVerifyToken } from '../webhook/verify-token.ts'
import { WEBHOOK_PATH } from '../webhook/webhook-routes.ts'
import type { WhatsAppNumberRow } from './numbers.ts'

type PresentDeps = Pick<Deps, 'config' | 'publicOrigin' | 'clock'>

/** Converts WhatsApp numbers to the API format, without tokens, secrets and PINs (NUM-07). */
export async function presentNumbers(
  tx: Tx,
  deps: PresentDeps,
  tenantId: string,
  rows: readonly WhatsAppNumberRow[],
): Promise<WhatsappNumber[]> {
  const appKeys = rows.some(({ appId }) => appId !== null) ? await listAppKeys(tx, tenantId) : new Map<string, string>()
  const problems = rows.length > 0 ? await listProblemsByNumber(tx, tenantId, deps.clock.now()) : null
  const getSyncState = await loadSyncStates(tx, tenantId)
  return rows.map((row) => ({
    ...presentNumber(deps, row, row.appId === null ? null : (appKeys.get(row.appId) ?? null)),
    problems: problems?.get(row.id) ?? [],
    ...getSyncState(row.id),
  }))
}

/**
 * Returns the webhook URL of a WhatsApp number.
 * @param key identifies the organisation's own Meta app; null for the Meta app of this installation
 */
export const getWebhookUrl = ({ publicOrigin }: Pick<Deps, 'publicOrigin'>, key: string | null): string =>
  `${publicOrigin}${WEBHOOK_PATH}${key === null ? '' : `/${key}`}`

const presentNumber = (deps: PresentDeps, row: WhatsAppNumberRow, key: string | null): WhatsappNumber => ({
  id: row.id,
  agent_id: row.agentId,
  phone_number_id: row.phoneNumberId,
  waba_id: row.wabaId,
  display_number: row.displayNumber,
  verified_name: row.verifiedName,
  status: row.status,
  status_reason: row.statusReason,
  checked_at: row.checkedAt?.toISOString() ?? null,
  mode: row.mode,
  quality: row.quality,
  limit: row.messagingLimit,
  used_24h: row.used24h,
  throughput: row.throughput,
  token_expires_at: row.tokenExpiresAt?.toISOString() ?? null,
  webhook: {
    address: getWebhookUrl(deps, key),
    verify_word: row.appId === null ? null : createVerifyToken(deps.config, { kind: 'app', id: row.appId }),
    handshake_at: row.handshakeAt?.toISOString() ?? null,
    event_at: row.eventAt?.toISOString() ?? null,
    first_message_at: row.firstMessageAt?.toISOString() ?? null,
  },
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
})
