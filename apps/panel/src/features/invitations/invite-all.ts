import type { InviteBody, Sent } from './api.ts'
import type { BulkLine } from './parse-invites.ts'

/** What may still be done about a failure: the same once more, sending the invitation that is there again, or nothing. */
interface Failure {
  reason: string
  next: 'retry' | 'resend' | null
}

export type LineResult = { state: 'sending' } | { state: 'sent'; link?: string | undefined } | ({ state: 'failed' } & Failure)

interface Work {
  send: (body: InviteBody, signal: AbortSignal) => Promise<Sent>
  failureOf: (error: unknown, line: BulkLine) => Promise<Failure>
  report: (at: number, result: LineResult | null) => void
  signal: AbortSignal
}

/** Invites one after the other; a failure is noted on its line and the next one goes out all the same. */
export async function inviteAll(lines: readonly (BulkLine & { at: number })[], work: Work): Promise<void> {
  for (const { at, ...line } of lines) {
    const { email, role, domain } = line
    if (work.signal.aborted) return
    work.report(at, { state: 'sending' })
    try {
      const { link } = await work.send({ email, role, tenantDomain: domain }, work.signal)
      work.report(at, { state: 'sent', link })
    } catch (error) {
      // Given up while it was on its way: nobody knows, and the line says nothing.
      work.report(at, work.signal.aborted ? null : { state: 'failed', ...(await work.failureOf(error, line)) })
    }
  }
}
