import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onConnected, onServerEvent } from '../../shared/realtime/socket.ts'
import { knowledgeKeys } from './queries.ts'

/** Refetches knowledge data when an event reports a change or that a source was read, and after each connection. */
export function useKnowledgeEvents(): void {
  const client = useQueryClient()
  useEffect(() => {
    const refetch = (queryKey: readonly unknown[]) => void client.invalidateQueries({ queryKey })
    const unsubscribers = [
      onServerEvent('knowledge_updated', ({ source_id: id }) => {
        refetch(knowledgeKeys.sources)
        refetch(knowledgeKeys.passages(id))
      }),
      onServerEvent('knowledge_question', () => refetch(knowledgeKeys.questions)),
      onConnected(() => {
        for (const key of [knowledgeKeys.sources, knowledgeKeys.questions]) refetch(key)
      }),
    ]
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe()
    }
  }, [client])
}
