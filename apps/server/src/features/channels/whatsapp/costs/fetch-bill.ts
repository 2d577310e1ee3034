import { subDays } from 'date-fns/subDays'
import type { Deps } from '../../../../platform/deps.ts'
import type { JobPayloads } from '../../../../platform/jobs/job-names.ts'
import type { Costs } from '../../../costs/ports.ts'
import { findNumber, getWhatsAppAccount } from '../numbers/numbers.ts'

/** Number of past days whose costs are fetched: more than a month, because Meta corrects earlier days. */
const BILL_DAYS = 35

/**
 * Fetches the costs of a WhatsApp account from Meta, for comparison with the recorded costs (COST-08).
 * @throws if Meta cannot be reached; the job is then retried
 */
export async function fetchBill(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'whatsapp' | 'log'>,
  costs: Pick<Costs, 'billed'>,
  { tenantId, numberId }: JobPayloads['read-bill'],
): Promise<void> {
  const number = await deps.db.tenant(tenantId, (tx) => findNumber(tx, tenantId, numberId))
  if (!number) return
  const now = deps.clock.now()
  const answer = await deps.whatsapp.listBill(getWhatsAppAccount(deps, number), subDays(now, BILL_DAYS), now)
  if (answer.kind === 'unreachable') throw new Error('WhatsApp did not tell what an account cost')
  if (answer.kind === 'refused') {
    deps.log.info({ numberId, code: answer.code }, 'WhatsApp does not tell what an account cost')
    return
  }
  // Excludes the current day, because its bill is incomplete.
  const bill = { ...answer.value, spans: answer.value.spans.filter(({ to }) => to <= now) }
  await deps.db.tenant(tenantId, (tx) => costs.billed(tx, tenantId, number.wabaId, bill))
}
