import { subDays } from 'date-fns/subDays'
import type { Deps } from '../../../../platform/deps.ts'
import type { JobPayloads } from '../../../../platform/jobs/job-names.ts'
import type { Costs } from '../../../costs/ports.ts'
import { findWhatsAppNumber, getWhatsAppAccount } from '../numbers/numbers.ts'

/** Number of past days to fetch. More than a month, because Meta corrects earlier days. */
const BILL_DAYS = 35

/**
 * Fetches the costs of a WhatsApp account from Meta, for comparison with our own records (COST-08).
 * @throws if Meta cannot be reached; the job is then retried
 */
export async function fetchBill(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'whatsapp' | 'log'>,
  costs: Pick<Costs, 'storeBill'>,
  { tenantId, numberId }: JobPayloads['read-bill'],
): Promise<void> {
  const number = await deps.db.tenant(tenantId, (tx) => findWhatsAppNumber(tx, tenantId, numberId))
  if (!number) return
  const now = deps.clock.now()
  const response = await deps.whatsapp.fetchBill(getWhatsAppAccount(deps, number), subDays(now, BILL_DAYS), now)
  if (response.kind === 'unreachable') throw new Error('WhatsApp did not tell what an account cost')
  if (response.kind === 'refused') {
    deps.log.info({ numberId, code: response.code }, 'WhatsApp does not tell what an account cost')
    return
  }
  // Excludes the current day, because it is incomplete.
  const bill = { ...response.value, spans: response.value.periods.filter(({ to }) => to <= now) }
  await deps.db.tenant(tenantId, (tx) => costs.storeBill(tx, tenantId, number.wabaId, bill))
}
