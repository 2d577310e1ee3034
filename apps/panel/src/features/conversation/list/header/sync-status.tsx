import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { onServerEvent } from '../../../../shared/realtime/socket.ts'
import { cx } from '../../../../shared/ui/cx.ts'
import { conversationQueries } from '../../cache/conversation-queries.ts'
import { hasMissingMessages } from '../../cache/thread/cached-thread.ts'
import { refreshAfterHistoryImport } from '../../cache/thread/refresh-after-history-import.ts'

/** Time in milliseconds after the last refresh from which the list counts as stale. The list is refreshed every 30 s. */
const FRESH_SYNC_MS = 35_000

const timeFormat = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })

interface ConfirmedSync {
  /** Server time of the refresh as ISO text. */
  readonly serverTime: string
  /** Local time in milliseconds when the response arrived. */
  readonly receivedAtMs: number
}

/** Returns the last refresh of the list after which the open conversation had no missing messages, or null. */
function useConfirmedSync(agentId: string): ConfirmedSync | null {
  const { leadId = '', conversationId = '' } = useParams({ strict: false })
  const { data, dataUpdatedAt } = useQuery({ ...conversationQueries.refresh(agentId), enabled: false })
  const { data: thread } = useQuery({ ...conversationQueries.thread(leadId, conversationId), enabled: false })
  const [confirmedSync, setConfirmedSync] = useState<ConfirmedSync | null>(null)
  const serverTime = data?.serverTime
  const isComplete = !thread || !hasMissingMessages(thread)
  if (serverTime && isComplete && confirmedSync?.serverTime !== serverTime)
    setConfirmedSync({ serverTime, receivedAtMs: dataUpdatedAt })
  return confirmedSync
}

/** Returns whether less than `FRESH_SYNC_MS` have passed since the last refresh. */
function useIsSyncFresh(confirmedSync: ConfirmedSync | null): boolean {
  const [expired, setExpired] = useState<ConfirmedSync | null>(null)
  useEffect(() => {
    if (!confirmedSync) return
    // At most `FRESH_SYNC_MS`, so that setting the clock back does not extend the time.
    const remainingMs = Math.min(FRESH_SYNC_MS, confirmedSync.receivedAtMs + FRESH_SYNC_MS - Date.now())
    const timer = setTimeout(() => setExpired(confirmedSync), Math.max(0, remainingMs))
    return () => clearTimeout(timer)
  }, [confirmedSync])
  return expired !== confirmedSync
}

/** Media query with the breakpoint from which the header has room for the text. */
const getWideScreenQuery = () => matchMedia('(width >= 64rem)')
const isWideScreen = () => getWideScreenQuery().matches
const subscribeToWidth = (onChange: () => void) => {
  const query = getWideScreenQuery()
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

export interface SyncStatusProps {
  agentId: string
  /** Called with the text that the refresh button appends to its accessible name, or ''. */
  onLabelChange: (suffix: string) => void
}

/**
 * Shows the time of the last refresh without missing messages (MISS-05). If there is no room beside the title, the time is part of the
 * accessible name of 'Atualizar conversas'. Screen readers do not announce it, because it changes all day.
 */
export default function SyncStatus({ agentId, onLabelChange }: SyncStatusProps) {
  const client = useQueryClient()
  useEffect(() => onServerEvent('channel_updated', ({ sync }) => sync && refreshAfterHistoryImport(client)), [client])
  const confirmedSync = useConfirmedSync(agentId)
  const isFresh = useIsSyncFresh(confirmedSync)
  const text =
    confirmedSync &&
    `${isFresh ? 'Sincronizado às' : 'Sem confirmação desde'} ${timeFormat.format(new Date(confirmedSync.serverTime))}`
  const isWide = useSyncExternalStore(subscribeToWidth, isWideScreen)
  const label = text && !isWide ? `, ${text.charAt(0).toLowerCase()}${text.slice(1)}` : ''
  useEffect(() => onLabelChange(label), [label, onLabelChange])
  return (
    text &&
    isWide && (
      <span className={cx('absolute bottom-1 left-3.5 text-meta tabular', isFresh ? 'text-ink-3' : 'text-ipe')}>{text}</span>
    )
  )
}
