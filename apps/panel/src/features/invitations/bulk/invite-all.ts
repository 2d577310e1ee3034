import type { InviteBody, SentInvitation } from '../invitation-calls.ts'
import type { BulkInviteLine } from './parse-invites.ts'

/** Failure of one line. `next`: what the user can do: retry, resend the existing invitation, or nothing. */
interface LineFailure {
  reason: string
  next: 'retry' | 'resend' | null
}

export type InviteLineResult =
  | { state: 'sending' }
  | { state: 'sent'; link?: string | undefined }
  | ({ state: 'failed' } & LineFailure)

interface InviteAllOptions {
  send: (body: InviteBody, signal: AbortSignal) => Promise<SentInvitation>
  failureOf: (error: unknown, line: BulkInviteLine) => Promise<LineFailure>
  report: (at: number, result: InviteLineResult | null) => void
  signal: AbortSignal
}

/** Sends the invitations one after the other. If one fails, reports the failure and continues with the next line. */
export async function inviteAll(lines: readonly (BulkInviteLine & { at: number })[], work: InviteAllOptions): Promise<void> {
  for (const { at, ...line } of lines) {
    const { email, role, domain } = line
    if (work.signal.aborted) return
    work.report(at, { state: 'sending' })
    try {
      const { link } = await work.send({ email, role, tenantDomain: domain }, work.signal)
      work.report(at, { state: 'sent', link })
    } catch (error) {
      // If the request was aborted, it is unknown whether it succeeded, so the line gets no result.
      work.report(at, work.signal.aborted ? null : { state: 'failed', ...(await work.failureOf(error, line)) })
    }
  }
}
