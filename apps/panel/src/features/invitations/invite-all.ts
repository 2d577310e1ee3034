import type { InviteBody, Sent } from './api.ts'
import type { BulkLine } from './parse-invites.ts'

export type LineResult = { state: 'sending' } | { state: 'sent'; link?: string | undefined } | { state: 'failed'; reason: string }

interface Work {
  send: (body: InviteBody, signal: AbortSignal) => Promise<Sent>
  reasonOf: (error: unknown) => string
  report: (at: number, result: LineResult | null) => void
  signal: AbortSignal
}

/** Invites one after the other; a failure is noted on its line and the next one goes out all the same. */
export async function inviteAll(lines: readonly (BulkLine & { at: number })[], work: Work): Promise<void> {
  for (const { at, email, role, domain } of lines) {
    if (work.signal.aborted) return
    work.report(at, { state: 'sending' })
    try {
      const { link } = await work.send({ email, role, tenantDomain: domain }, work.signal)
      work.report(at, { state: 'sent', link })
    } catch (error) {
      // Given up while it was on its way: nobody knows, and the line says nothing.
      work.report(at, work.signal.aborted ? null : { state: 'failed', reason: work.reasonOf(error) })
    }
  }
}
