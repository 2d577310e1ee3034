import type { InviteBody, SentInvitation } from '../invitation-calls.ts'
import type { BulkInviteLine } from './parse-invites.ts'

/** Reason of a failure, and the possible next action: retry, resend the existing invitation, or none. */
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

/** Invites users one after the other. A failure is reported for its line, and the next line continues. */
export async function inviteAll(lines: readonly (BulkInviteLine & { at: number })[], work: InviteAllOptions): Promise<void> {
  for (const { at, ...line } of lines) {
    const { email, role, domain } = line
    if (work.signal.aborted) return
    work.report(at, { state: 'sending' })
    try {
      const { link } = await work.send({ email, role, tenantDomain: domain }, work.signal)
      work.report(at, { state: 'sent', link })
    } catch (error) {
      // If it was aborted while running, the outcome is unknown, so the line has no result.
      work.report(at, work.signal.aborted ? null : { state: 'failed', ...(await work.failureOf(error, line)) })
    }
  }
}
