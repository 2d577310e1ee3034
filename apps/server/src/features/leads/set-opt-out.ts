import { OPT_OUT_REASON_MIN_CHARS } from '@prosa/contract/constants'
import type { OptOut } from '@prosa/contract/entities/lead'
import type { Tx } from '../../kernel/db/database.ts'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import type { Identity } from '../../kernel/http/identity.ts'
import { type OptOutChange, writeOptOut } from '../../kernel/opt-out.ts'
import type { WhichLead } from './ports.ts'
import { presentOptOut } from './present.ts'

const TOO_SHORT = `Diga por quê, em pelo menos ${OPT_OUT_REASON_MIN_CHARS} letras.`

/**
 * Notes for a person that a lead wants no messages it did not ask for, or lifts that for a reason (2-agents.md, section 2).
 * @throws 404, and 400 for lifting it without a reason
 */
export function setOptOut(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { tenantId, userId }: Identity,
  leadId: string,
  { opt_out, reason = '' }: { opt_out: boolean; reason?: string | undefined },
): Promise<OptOut | null> {
  const why = reason.trim()
  if (!opt_out && why.length < OPT_OUT_REASON_MIN_CHARS) throw errors.invalid(TOO_SHORT, { reason: TOO_SHORT })
  const change: OptOutChange = opt_out
    ? { out: true, by: 'person', words: why || null }
    : { out: false, by: 'person', reason: why }
  return db.tenant(tenantId, async (tx) => {
    const lead = await writeOptOut(tx, { tenantId, leadId, userId, at: clock.now() }, change)
    if (!lead) throw errors.notFound()
    return presentOptOut(lead)
  })
}

/** What a lead told its agent of being written to. */
export async function noteOptOut(tx: Tx, which: WhichLead, optOut: { words: string } | null): Promise<void> {
  const change: OptOutChange = optOut ? { out: true, by: 'lead', words: optOut.words } : { out: false, by: 'lead', reason: null }
  await writeOptOut(tx, { ...which, userId: null }, change)
}
