import type { Invitation } from '@prosa/contract/entities/organisation/invitation'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { getErrorReason } from '../../../shared/api/error-reason.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import { invitationQueries, resendInvitationLink, sendInvitation } from '../invitation-calls.ts'
import { type InviteLineResult, inviteAll } from './invite-all.ts'
import type { BulkInviteLine } from './parse-invites.ts'

/** Whether a retry may succeed. A request that the server has rejected would be rejected again. */
const isRetryable = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.statusCode === 0 || error.statusCode === 429 || error.statusCode >= 500

type LineResults = Readonly<Record<number, InviteLineResult>>

/**
 * Returns the results of the lines and functions that send them. When the user leaves the page, lines that were not sent yet are cancelled.
 */
export function useBulkInvite(lines: readonly BulkInviteLine[]) {
  const queryClient = useQueryClient()
  const [results, setResults] = useState<LineResults>({})
  const [running, setRunning] = useState(false)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])

  const good = lines.map((line, at) => ({ ...line, at })).filter(({ problem }) => problem === null)
  const inState = (state: InviteLineResult['state']) => good.filter(({ at }) => results[at]?.state === state)
  const left = good.filter(({ at }) => {
    const result = results[at]
    return !result || (result.state === 'failed' && result.next === 'retry')
  })
  const report = (at: number, result: InviteLineResult | null) =>
    setResults(({ [at]: _before, ...others }) => (result ? { ...others, [at]: result } : others))

  /** Returns the pending invitation for the address of a line, if there is one. */
  const pendingOf = async ({ email, domain }: BulkInviteLine): Promise<Invitation | undefined> => {
    const all = await queryClient.fetchQuery(invitationQueries.list()).catch((): Invitation[] => [])
    return all.find(({ user, tenant }) => user.email.toLowerCase() === email && tenant.domain === domain)
  }
  const failureOf = async (error: unknown, line: BulkInviteLine) => {
    const reason = getErrorReason(error, 'Failed to invite user')
    if (isRetryable(error)) return { reason, next: 'retry' as const }
    const isPending = error instanceof ApiError && error.statusCode === 409 && (await pendingOf(line)) !== undefined
    return { reason, next: isPending ? ('resend' as const) : null }
  }
  const refresh = () => void queryClient.invalidateQueries({ queryKey: invitationQueries.list().queryKey })

  const sendAgain = async (at: number) => {
    const line = lines[at]
    const invitation = line && (await pendingOf(line))
    if (!invitation) return
    report(at, { state: 'sending' })
    try {
      const { link } = await resendInvitationLink(invitation)
      report(at, { state: 'sent', link: link ?? undefined })
    } catch (error) {
      report(at, { state: 'failed', reason: getErrorReason(error, 'Failed to generate token'), next: 'resend' })
    }
    refresh()
  }

  const run = async () => {
    const controller = new AbortController()
    stop.current = controller
    setRunning(true)
    await inviteAll(left, {
      send: sendInvitation,
      failureOf,
      report,
      signal: controller.signal,
    })
    setRunning(false)
    refresh()
  }

  return {
    results,
    running,
    run: () => void run(),
    sendAgain: (at: number) => void sendAgain(at),
    stop: () => stop.current?.abort(),
    total: good.length,
    left: left.length,
    sent: inState('sent').length,
    failed: inState('failed').length,
    links: inState('sent').flatMap(({ at, email }) => {
      const result = results[at]
      return result?.state === 'sent' && result.link ? [`${email}\t${result.link}`] : []
    }),
  }
}
