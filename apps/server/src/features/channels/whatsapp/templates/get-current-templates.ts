import type { Deps } from '../../../../platform/deps.ts'
import { errors } from '../../../../platform/errors.ts'
import { getErrorMeaning } from '../cloud-api/error-codes.ts'
import { getWhatsAppAccount, type WhatsAppNumberRow } from '../numbers/numbers.ts'
import { getFetchState, listTemplates, storeTemplateList, type TemplateRow } from './templates.ts'

const CACHE_MS = 60_000

type CurrentTemplatesDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'whatsapp'>

/**
 * Returns the current templates of a WhatsApp account. Fetches them from Meta only if the stored ones are over a minute old or marked as
 * outdated. Returns the stored templates if Meta does not respond.
 * @throws 503 if Meta does not respond and no templates were fetched before, 400 with the reason if Meta rejects the request
 */
export async function getCurrentTemplates(
  deps: CurrentTemplatesDeps,
  number: WhatsAppNumberRow,
): Promise<readonly TemplateRow[]> {
  const { tenantId } = number
  const requestedAt = deps.clock.now()
  const { fetchState, rows } = await deps.db.tenant(tenantId, async (tx) => ({
    fetchState: await getFetchState(tx, number),
    rows: await listTemplates(tx, number),
  }))
  if (fetchState?.isValid && requestedAt.getTime() - fetchState.readAt.getTime() < CACHE_MS) return rows
  const response = await deps.whatsapp.listTemplates(getWhatsAppAccount(deps, number))
  if (response.kind === 'refused') throw errors.invalid(getErrorMeaning(response.code).reason)
  if (response.kind === 'unreachable') {
    if (fetchState) return rows
    throw errors.unavailable()
  }
  return deps.db.tenant(tenantId, async (tx) => {
    await storeTemplateList(tx, number, response.value, requestedAt)
    return listTemplates(tx, number)
  })
}
