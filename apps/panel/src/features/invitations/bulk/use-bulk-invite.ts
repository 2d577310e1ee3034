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
  const [isRunning, setRunning] = useState(false)
  const controllerRef = useRef<AbortController | null>(null)
  useEffect(() => () => controllerRef.current?.abort(), [])

  const validLines = lines.map((line, index) => ({ ...line, index })).filter(({ problem }) => problem === null)
  const filterByState = (state: InviteLineResult['state']) => validLines.filter(({ index }) => results[index]?.state === state)
  const remainingLines = validLines.filter(({ index }) => {
    const result = results[index]
    return !result || (result.state === 'failed' && result.next === 'retry')
  })
  const setResult = (index: number, result: InviteLineResult | null) =>
    setResults(({ [index]: _removed, ...others }) => (result ? { ...others, [index]: result } : others))

  /** Returns the pending invitation for the address of a line, if there is one. */
  const findPendingInvitation = async ({ email, domain }: BulkInviteLine): Promise<Invitation | undefined> => {
    const invitations = await queryClient.fetchQuery(invitationQueries.list()).catch((): Invitation[] => [])
    return invitations.find(({ user, tenant }) => user.email.toLowerCase() === email && tenant.domain === domain)
  }
  const classifyFailure = async (error: unknown, line: BulkInviteLine) => {
    const reason = getErrorReason(error, 'Failed to invite user')
    if (isRetryable(error)) return { reason, next: 'retry' as const }
    const isPending = error instanceof ApiError && error.statusCode === 409 && (await findPendingInvitation(line)) !== undefined
    return { reason, next: isPending ? ('resend' as const) : null }
  }
  const refresh = () => void queryClient.invalidateQueries({ queryKey: invitationQueries.list().queryKey })

  const resend = async (index: number) => {
    const line = lines[index]
    const invitation = line && (await findPendingInvitation(line))
    if (!invitation) return
    setResult(index, { state: 'sending' })
    try {
      const { link } = await resendInvitationLink(invitation)
      setResult(index, { state: 'sent', link: link ?? undefined })
    } catch (error) {
      setResult(index, { state: 'failed', reason: getErrorReason(error, 'Failed to generate token'), next: 'resend' })
    }
    refresh()
  }

  const run = async () => {
    const controller = new AbortController()
    controllerRef.current = controller
    setRunning(true)
    await inviteAll(remainingLines, {
      send: sendInvitation,
      classifyFailure,
      onResult: setResult,
      signal: controller.signal,
    })
    setRunning(false)
    refresh()
  }

  return {
    results,
    isRunning,
    run: () => void run(),
    resend: (index: number) => void resend(index),
    stop: () => controllerRef.current?.abort(),
    total: validLines.length,
    remaining: remainingLines.length,
    sent: filterByState('sent').length,
    failed: filterByState('failed').length,
    links: filterByState('sent').flatMap(({ index, email }) => {
      const result = results[index]
      return result?.state === 'sent' && result.link ? [`${email}\t${result.link}`] : []
    }),
  }
}
