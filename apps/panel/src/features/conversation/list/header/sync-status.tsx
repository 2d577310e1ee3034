import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { onServerEvent } from '../../../../shared/realtime/socket.ts'
import { cx } from '../../../../shared/ui/cx.ts'
import { conversationQueries } from '../../cache/conversation-queries.ts'
import { hasMissingMessages } from '../../cache/thread/cached-thread.ts'
import { refreshAfterHistoryImport } from '../../cache/thread/refresh-after-history-import.ts'

/** Time in milliseconds after which a list without a successful refresh counts as stale. It is refreshed every 30 s. */
const FRESH_SYNC_MS = 35_000

const timeFormat = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })

interface ConfirmedSync {
  /** Server time of the refresh, and the local time when it arrived. */
  readonly serverTime: string
  readonly cameAt: number
}

/** Returns the last successful refresh of the list at which the open thread had no gap. */
function useConfirmedSync(agentId: string): ConfirmedSync | null {
  const { leadId = '', conversationId = '' } = useParams({ strict: false })
  const { data, dataUpdatedAt } = useQuery({ ...conversationQueries.refresh(agentId), enabled: false })
  const { data: thread } = useQuery({ ...conversationQueries.thread(leadId, conversationId), enabled: false })
  const [proof, setProof] = useState<ConfirmedSync | null>(null)
  const serverTime = data?.serverTime
  const isWhole = !thread || !hasMissingMessages(thread)
  if (serverTime && isWhole && proof?.serverTime !== serverTime) setProof({ serverTime, cameAt: dataUpdatedAt })
  return proof
}

/** Returns whether the last refresh is recent enough. */
function useIsSyncFresh(proof: ConfirmedSync | null): boolean {
  const [lapsed, setLapsed] = useState<ConfirmedSync | null>(null)
  useEffect(() => {
    if (!proof) return
    // Limits the time, so that a clock that is set back does not extend it.
    const left = Math.min(FRESH_SYNC_MS, proof.cameAt + FRESH_SYNC_MS - Date.now())
    const timer = setTimeout(() => setLapsed(proof), Math.max(0, left))
    return () => clearTimeout(timer)
  }, [proof])
  return lapsed !== proof
}

/** Same breakpoint as the header's classes, above which it has room for the text. */
const getWideScreenQuery = () => matchMedia('(width >= 64rem)')
const isWideScreen = () => getWideScreenQuery().matches
const subscribeToWidth = (changed: () => void) => {
  const query = getWideScreenQuery()
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

export interface SyncStatusProps {
  agentId: string
  /** Receives the text that the refresh button adds to its accessible name. */
  onName: (more: string) => void
}

/**
 * Time of the last complete refresh of list and open thread (MISS-05): beside the title, or in the name of 'Atualizar conversas' if there
 * is no room. Never announced, because it changes all day.
 */
export default function SyncStatus({ agentId, onName }: SyncStatusProps) {
  const client = useQueryClient()
  useEffect(() => onServerEvent('channel_updated', ({ sync }) => sync && refreshAfterHistoryImport(client)), [client])
  const proof = useConfirmedSync(agentId)
  const isProven = useIsSyncFresh(proof)
  const text =
    proof && `${isProven ? 'Sincronizado às' : 'Sem confirmação desde'} ${timeFormat.format(new Date(proof.serverTime))}`
  const isWide = useSyncExternalStore(subscribeToWidth, isWideScreen)
  const name = text && !isWide ? `, ${text.charAt(0).toLowerCase()}${text.slice(1)}` : ''
  useEffect(() => onName(name), [name, onName])
  return (
    text &&
    isWide && (
      <span className={cx('absolute bottom-1 left-3.5 text-meta tabular', isProven ? 'text-ink-3' : 'text-ipe')}>{text}</span>
    )
  )
}
