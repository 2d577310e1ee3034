import { and, eq, isNull } from 'drizzle-orm'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { users } from '../../../../platform/database/schema/organisation/accounts.ts'
import { numberProblems } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { JobPayloads } from '../../../../platform/jobs/job-names.ts'
import { findNumber } from '../numbers/numbers.ts'
import { presentProblem } from './problem-texts.ts'

/**
 * Sends an e-mail to a user about a problem of a WhatsApp number, unless the problem has been solved.
 * @throws if the mail server rejects the e-mail
 */
export async function sendProblemMail(
  { db, mail, clock, publicOrigin }: Pick<Deps, 'db' | 'mail' | 'clock' | 'publicOrigin'>,
  { tenantId, numberId, code, userId }: JobPayloads['mail-number-problem'],
): Promise<void> {
  const found = await db.tenant(tenantId, async (tx) => {
    const [problem] = await tx.db
      .select()
      .from(numberProblems)
      .where(
        and(
          whereTenant(numberProblems, tenantId, eq(numberProblems.numberId, numberId), eq(numberProblems.code, code)),
          isNull(numberProblems.clearedAt),
        ),
      )
    const [person] = await tx.db
      .select({ to: users.email, name: users.name })
      .from(users)
      .where(whereTenant(users, tenantId, eq(users.id, userId), eq(users.active, true)))
    const number = await findNumber(tx, tenantId, numberId)
    return problem && person?.to && number ? { problem, number, name: person.name, to: person.to } : null
  })
  const said = found && presentProblem(found.problem, clock.now())
  if (!mail || !said) return
  const { to, name, number } = found
  const settings = `${publicOrigin}/settings/numeros`
  await mail.sendNumberProblem({ to, name, number: number.displayNumber, problem: said.text, settings })
}
