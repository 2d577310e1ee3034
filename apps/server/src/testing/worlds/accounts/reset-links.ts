import { confirmSessionIdentity } from '@prosa/contract/calls/accounts/second-step'
import { makeResetLink } from '@prosa/contract/calls/organisation/people'
import { eq } from 'drizzle-orm'
import { queueResetLinkMail, sendResetLinkMails } from '../../../features/auth/password-reset/send-reset-link.ts'
import { users } from '../../../platform/database/schema/organisation/accounts.ts'
import type { JobPayloads } from '../../../platform/jobs/job-names.ts'
import type { Client } from '../../harness/client.ts'
import { TEST_PASSWORD, type TestApp } from '../../harness/test-app.ts'
import type { TestTenant, TestUser } from '../factories.ts'

/** Sets a user's e-mail address, as a manager would. */
export const setUserEmail = ({ deps }: TestApp, { tenantId }: TestTenant, { id }: TestUser, email: string) =>
  deps.db.tenant(tenantId, (tx) => tx.db.update(users).set({ email }).where(eq(users.id, id)))

/** Requests a reset link and sends it directly, without the job queue. */
export async function requestAndSendResetLink({ deps }: TestApp, account: string, mail = deps.mailer): Promise<void> {
  const requested: JobPayloads['send-reset-link'][] = []
  const jobs = { ...deps.jobs, send: async (_tx: unknown, _name: unknown, data: object) => void requested.push(data as never) }
  await queueResetLinkMail({ ...deps, jobs }, account)
  for (const job of requested) await sendResetLinkMails({ ...deps, mailer: mail }, job)
}

/** Returns the tokens of the reset links in a mail. */
export const extractResetTokens = (mail = ''): string[] =>
  [
    ...mail
      .replaceAll('=\r\n', '')
      .replaceAll('=3D', '=')
      .matchAll(/recuperar-senha#t=([\w.-]+)/g),
  ].map(([, token]) => token ?? '')

/** Returns the token of the newest link. The last mail may be another one: the notice of a changed password is sent by a job. */
export const getNewestResetToken = (mails: readonly string[]): string =>
  mails.flatMap((mail) => extractResetTokens(mail)).at(-1) ?? ''

/** Creates a reset link as a manager. */
export async function createResetLinkAsManager(manager: Client, id: string) {
  await manager.call(confirmSessionIdentity, { body: { password: TEST_PASSWORD } })
  return (await manager.call(makeResetLink, { params: { id } })).data
}
