import type { InviteBody, SentInvitation } from '../invitation-calls.ts'
import type { BulkInviteLine } from './parse-invites.ts'

/** Failure of one line. */
interface LineFailure {
  reason: string
  /** Action that the user can take: retry, or resend the existing invitation. Null if there is none. */
  next: 'retry' | 'resend' | null
}

export type InviteLineResult =
  | { state: 'sending' }
  | { state: 'sent'; link?: string | undefined }
  | ({ state: 'failed' } & LineFailure)

interface InviteAllOptions {
  send: (body: InviteBody, signal: AbortSignal) => Promise<SentInvitation>
  classifyFailure: (error: unknown, line: BulkInviteLine) => Promise<LineFailure>
  onResult: (index: number, result: InviteLineResult | null) => void
  signal: AbortSignal
}

/** Sends the invitations one after the other. If one fails, reports the failure and continues with the next line. */
export async function inviteAll(
  lines: readonly (BulkInviteLine & { index: number })[],
  options: InviteAllOptions,
): Promise<void> {
  for (const { index, ...line } of lines) {
    const { email, role, domain } = line
    if (options.signal.aborted) return
    options.onResult(index, { state: 'sending' })
    try {
      const { link } = await options.send({ email, role, tenantDomain: domain }, options.signal)
      options.onResult(index, { state: 'sent', link })
    } catch (error) {
      // If the request was aborted, it is unknown whether it succeeded, so the line gets no result.
      options.onResult(
        index,
        options.signal.aborted ? null : { state: 'failed', ...(await options.classifyFailure(error, line)) },
      )
    }
  }
}
