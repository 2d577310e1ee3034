import type { Deps } from '../../../../platform/deps.ts'
import { errors } from '../../../../platform/errors.ts'
import { getErrorMeaning } from '../cloud-api/error-codes.ts'
import { getWhatsAppAccount, type NumberRow } from '../numbers/numbers.ts'
import { getFetchState, listTemplates, storeTemplateList, type TemplateRow } from './templates.ts'

const CACHE_MS = 60_000

type CurrentTemplatesDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'whatsapp'>

/**
 * Returns the current templates of a WhatsApp number's account. Webhook events update the stored templates; Meta is queried only if the
 * last query is over a minute old, or if an event lacked data. Returns the stored templates if Meta does not respond.
 * @throws 503 if Meta does not respond and no templates were fetched before, 400 with the reason if Meta rejects the request
 */
export async function getCurrentTemplates(deps: CurrentTemplatesDeps, number: NumberRow): Promise<readonly TemplateRow[]> {
  const { tenantId } = number
  const asked = deps.clock.now()
  const { before, rows } = await deps.db.tenant(tenantId, async (tx) => ({
    before: await getFetchState(tx, number),
    rows: await listTemplates(tx, number),
  }))
  if (before?.holds && asked.getTime() - before.readAt.getTime() < CACHE_MS) return rows
  const answer = await deps.whatsapp.listTemplates(getWhatsAppAccount(deps, number))
  if (answer.kind === 'refused') throw errors.invalid(getErrorMeaning(answer.code).reason)
  if (answer.kind === 'unreachable') {
    if (before) return rows
    throw errors.unavailable()
  }
  return deps.db.tenant(tenantId, async (tx) => {
    await storeTemplateList(tx, number, answer.value, asked)
    return listTemplates(tx, number)
  })
}
