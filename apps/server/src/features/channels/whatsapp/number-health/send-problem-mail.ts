import { and, eq, isNull } from 'drizzle-orm'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { users } from '../../../../platform/database/schema/organisation/accounts.ts'
import { numberProblems } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { JobPayloads } from '../../../../platform/jobs/job-names.ts'
import { findWhatsAppNumber } from '../numbers/numbers.ts'
import { presentProblem } from './problem-texts.ts'

/**
 * Sends an e-mail to a user about a problem of a WhatsApp number, unless the problem is solved.
 * @throws if the mail server rejects the e-mail
 */
export async function sendProblemMail(
  { db, mailer, clock, publicOrigin }: Pick<Deps, 'db' | 'mailer' | 'clock' | 'publicOrigin'>,
  { tenantId, numberId, code, userId }: JobPayloads['mail-number-problem'],
): Promise<void> {
  const mailData = await db.tenant(tenantId, async (tx) => {
    const [problem] = await tx.db
      .select()
      .from(numberProblems)
      .where(
        and(
          whereTenant(numberProblems, tenantId, eq(numberProblems.numberId, numberId), eq(numberProblems.code, code)),
          isNull(numberProblems.clearedAt),
        ),
      )
    const [user] = await tx.db
      .select({ to: users.email, name: users.name })
      .from(users)
      .where(whereTenant(users, tenantId, eq(users.id, userId), eq(users.active, true)))
    const number = await findWhatsAppNumber(tx, tenantId, numberId)
    return problem && user?.to && number ? { problem, number, name: user.name, to: user.to } : null
  })
  const presented = mailData && presentProblem(mailData.problem, clock.now())
  if (!mailer || !presented) return
  const { to, name, number } = mailData
  const settings = `${publicOrigin}/settings/numeros`
  await mailer.sendNumberProblem({ to, name, number: number.displayNumber, problem: presented.text, settingsUrl: settings })
}
