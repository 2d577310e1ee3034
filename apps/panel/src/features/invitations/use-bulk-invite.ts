import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { reasonOf } from '../../shared/api/reason.ts'
import { invitationQueries, invite } from './api.ts'
import { inviteAll, type LineResult } from './invite-all.ts'
import type { BulkLine } from './parse-invites.ts'

type Results = Readonly<Record<number, LineResult>>

/** The lines of a list and what became of each; leaving the page stops what has not gone out. */
export function useBulkInvite(lines: readonly BulkLine[]) {
  const queryClient = useQueryClient()
  const [results, setResults] = useState<Results>({})
  const [running, setRunning] = useState(false)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])

  const good = lines.map((line, at) => ({ ...line, at })).filter(({ problem }) => problem === null)
  const inState = (state: LineResult['state']) => good.filter(({ at }) => results[at]?.state === state)
  const left = good.filter(({ at }) => results[at]?.state !== 'sent')

  const run = async () => {
    const controller = new AbortController()
    stop.current = controller
    setRunning(true)
    await inviteAll(left, {
      send: invite,
      reasonOf: (error) => reasonOf(error, 'Failed to invite user'),
      report: (at, result) => setResults(({ [at]: _before, ...others }) => (result ? { ...others, [at]: result } : others)),
      signal: controller.signal,
    })
    setRunning(false)
    void queryClient.invalidateQueries({ queryKey: invitationQueries.list().queryKey })
  }

  return {
    results,
    running,
    run: () => void run(),
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
