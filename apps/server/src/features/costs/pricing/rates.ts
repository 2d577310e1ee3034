import { TZDate } from '@date-fns/tz'
import type { DatedRate, Rate, RateSubject } from '@prosa/contract/entities/reports/cost'
import { format } from 'date-fns/format'
import { asc, eq } from 'drizzle-orm'
import type { Identity } from '../../../platform/access/identity.ts'
import { toAuditActor, writeAuditEntry } from '../../../platform/audit/audit.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { costRates } from '../../../platform/database/schema/agents/costs.ts'
import { tenants } from '../../../platform/database/schema/organisation/tenants.ts'
import { errors } from '../../../platform/errors.ts'
import { MICROS_PER_REAL, type RatesForDay } from './price.ts'
import { SEED_RATES } from './seed-rates.ts'

const DUPLICATE_RATE = 'Há dois preços da mesma coisa para o mesmo dia.'

/** Returns the prices that an organisation entered, ordered by subject, name and first valid day. */
async function listOwnRates(tx: Tx, tenantId: string): Promise<DatedRate[]> {
  const rows = await tx.db
    .select()
    .from(costRates)
    .where(whereTenant(costRates, tenantId))
    .orderBy(asc(costRates.subject), asc(costRates.name), asc(costRates.validFrom))
  return rows.map(({ subject, name, currency, micro, validFrom }) => ({
    subject,
    name,
    currency,
    price: micro / MICROS_PER_REAL,
    valid_from: validFrom,
  }))
}

/** Returns an organisation's own prices, and the day of `at` in its time zone. */
export async function loadRatesForDay(tx: Tx, tenantId: string, at: Date): Promise<RatesForDay> {
  const [tenant] = await tx.db.select({ timezone: tenants.timezone }).from(tenants).where(eq(tenants.id, tenantId))
  const day = format(new TZDate(at, tenant?.timezone ?? 'UTC'), 'yyyy-MM-dd')
  return { ownRates: await listOwnRates(tx, tenantId), day }
}

/**
 * Lists an organisation's own prices, and default prices for everything else. `to_check` marks default prices, because no user has confirmed
 * them.
 */
export async function listRates(tx: Tx, tenantId: string): Promise<Rate[]> {
  const ownRates = await listOwnRates(tx, tenantId)
  const isOwn = ({ subject, name }: DatedRate) => ownRates.some((rate) => rate.subject === subject && rate.name === name)
  return [
    ...SEED_RATES.filter((rate) => !isOwn(rate)).map((rate) => ({ ...rate, to_check: true })),
    ...ownRates.map((rate) => ({ ...rate, to_check: false })),
  ]
}

/**
 * Replaces all own prices of an organisation. Costs stored earlier keep their prices (COST-03).
 * @throws 400 for two prices of the same subject on the same day
 */
export async function setRates(tx: Tx, identity: Identity, newRates: readonly DatedRate[]): Promise<Rate[]> {
  const { tenantId } = identity
  const getRateKey = ({ subject, name, valid_from }: DatedRate) => JSON.stringify([subject, name, valid_from])
  if (new Set(newRates.map(getRateKey)).size < newRates.length) throw errors.invalid(DUPLICATE_RATE)
  const before = new Map((await listOwnRates(tx, tenantId)).map((rate) => [getRateKey(rate), rate]))
  await tx.db.delete(costRates).where(whereTenant(costRates, tenantId))
  if (newRates.length > 0)
    await tx.db.insert(costRates).values(
      newRates.map(({ subject, name, currency, price, valid_from }) => ({
        tenantId,
        subject,
        name,
        currency,
        micro: Math.round(price * MICROS_PER_REAL),
        validFrom: valid_from,
      })),
    )
  const after = new Map(newRates.map((rate) => [getRateKey(rate), rate]))
  await writeAuditEntry(tx, {
    tenantId,
    actor: toAuditActor(identity),
    action: 'costs.rates_changed',
    before: { rates: formatRateChanges(before, after) },
    after: { rates: formatRateChanges(after, before) },
  })
  return listRates(tx, tenantId)
}

/** Formats those `rates` that are missing or different in `otherRates`, for the audit log. */
function formatRateChanges(rates: ReadonlyMap<string, DatedRate>, otherRates: ReadonlyMap<string, DatedRate>): string {
  const isSame = (rate: DatedRate, other: DatedRate | undefined) =>
    other?.price === rate.price && (other.currency === rate.currency || rate.subject === 'free_messages')
  return [...rates]
    .filter(([key, rate]) => !isSame(rate, otherRates.get(key)))
    .map(([, rate]) => formatRate(rate))
    .join('; ')
}

const SUBJECT_NAMES: Readonly<Record<RateSubject, string>> = {
  category: 'mensagem',
  model_input: 'tokens lidos',
  model_output: 'tokens escritos',
  transcript: 'transcrição',
  dollar: 'dólar',
  free_messages: 'mensagens grátis',
}

const formatRate = ({ subject, name, currency, price, valid_from }: DatedRate): string =>
  [
    SUBJECT_NAMES[subject],
    name,
    subject === 'free_messages' ? '' : currency,
    String(price).replace('.', ','),
    `desde ${valid_from}`,
  ]
    .filter(Boolean)
    .join(' ')
