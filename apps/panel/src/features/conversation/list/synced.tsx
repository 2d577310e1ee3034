import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { cx } from '../../../shared/lib/cx.ts'
import { onServerEvent } from '../../../shared/realtime/socket.ts'
import { isBehind } from '../cache/history.ts'
import { conversationQueries } from '../cache/queries.ts'
import { takeInPast } from '../cache/take-in-past.ts'

/** A list that is asked for every 30 s and has brought no proof for longer has lost its line. */
const PROVEN_MS = 35_000

const clock = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })

interface Proof {
  /** The server's time of it, and ours when it came. */
  readonly serverTime: string
  readonly cameAt: number
}

/** The last time at which the server told all that had changed, and the open thread had no hole. */
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

/** False once the proof is too old, and again true with the next one. */
function useIsProven(proof: Proof | null): boolean {
  const [lapsed, setLapsed] = useState<Proof | null>(null)
  useEffect(() => {
    if (!proof) return
    // A clock that is set back lets no proof stand longer.
    const left = Math.min(PROVEN_MS, proof.cameAt + PROVEN_MS - Date.now())
    const timer = setTimeout(() => setLapsed(proof), Math.max(0, left))
    return () => clearTimeout(timer)
  }, [proof])
  return lapsed !== proof
}

/** As the header's own classes have it: from there on it has room for the line. */
const wide = () => matchMedia('(width >= 64rem)')
const isWideNow = () => wide().matches
const onWidth = (changed: () => void) => {
  const query = wide()
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

export interface SyncedProps {
  agentId: string
  /** Is given what the name of the button that asks anew has to say as well. */
  onName: (more: string) => void
}

/**
 * When the list and the open thread were last proven whole (MISS-05): beside the title, and in the name of 'Atualizar conversas' where there is no
 * room. It changes all day, so it is never announced.
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
