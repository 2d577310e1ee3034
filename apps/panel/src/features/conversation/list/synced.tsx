import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { cx } from '../../../shared/lib/cx.ts'
import { onServerEvent } from '../../../shared/realtime/socket.ts'
import { isBehind } from '../cache/history.ts'
import { conversationQueries } from '../cache/queries.ts'
import { takeInPast } from '../cache/take-in-past.ts'

/** Time in milliseconds after which a list without a successful refresh counts as stale. It is refreshed every 30 s. */
const PROVEN_MS = 35_000

const clock = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })

interface Proof {
  /** Server time of the refresh, and the local time when it arrived. */
  readonly serverTime: string
  readonly cameAt: number
}

/** Returns the last successful refresh of the list at which the open thread had no gap. */
function useProof(agentId: string): Proof | null {
  const { leadId = '', conversationId = '' } = useParams({ strict: false })
  const { data, dataUpdatedAt } = useQuery({ ...conversationQueries.refresh(agentId), enabled: false })
  const { data: thread } = useQuery({ ...conversationQueries.thread(leadId, conversationId), enabled: false })
  const [proof, setProof] = useState<Proof | null>(null)
  const serverTime = data?.serverTime
  const isWhole = !thread || !isBehind(thread)
  if (serverTime && isWhole && proof?.serverTime !== serverTime) setProof({ serverTime, cameAt: dataUpdatedAt })
  return proof
}

/** Returns whether the last refresh is recent enough. */
function useIsProven(proof: Proof | null): boolean {
  const [lapsed, setLapsed] = useState<Proof | null>(null)
  useEffect(() => {
    if (!proof) return
    // Limits the time, so that a clock that is set back does not extend it.
    const left = Math.min(PROVEN_MS, proof.cameAt + PROVEN_MS - Date.now())
    const timer = setTimeout(() => setLapsed(proof), Math.max(0, left))
    return () => clearTimeout(timer)
  }, [proof])
  return lapsed !== proof
}

/** Same breakpoint as the header's classes, above which it has room for the text. */
const wide = () => matchMedia('(width >= 64rem)')
const isWideNow = () => wide().matches
const onWidth = (changed: () => void) => {
  const query = wide()
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

export interface SyncedProps {
  agentId: string
  /** Receives the text that the refresh button adds to its accessible name. */
  onName: (more: string) => void
}

/**
 * Time of the last complete refresh of list and open thread (MISS-05): beside the title, or in the name of 'Atualizar conversas' if there
 * is no room. Never announced, because it changes all day.
 */
export default function Synced({ agentId, onName }: SyncedProps) {
  const client = useQueryClient()
  useEffect(() => onServerEvent('channel_updated', ({ sync }) => sync && takeInPast(client)), [client])
  const proof = useProof(agentId)
  const isProven = useIsProven(proof)
  const text = proof && `${isProven ? 'Sincronizado às' : 'Sem confirmação desde'} ${clock.format(new Date(proof.serverTime))}`
  const isWide = useSyncExternalStore(onWidth, isWideNow)
  const name = text && !isWide ? `, ${text.charAt(0).toLowerCase()}${text.slice(1)}` : ''
  useEffect(() => onName(name), [name, onName])
  return (
    text &&
    isWide && (
      <span className={cx('absolute bottom-1 left-3.5 text-meta tabular', isProven ? 'text-ink-3' : 'text-ipe')}>{text}</span>
    )
  )
}
