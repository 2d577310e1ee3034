import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onConnected, onServerEvent } from '../../shared/realtime/socket.ts'
import { knowledgeKeys } from './queries.ts'

/** Refetches knowledge data when an event reports a change or that a source was read, and after each connection. */
export function useKnowledgeEvents(): void {
  const client = useQueryClient()
  useEffect(() => {
    const ask = (queryKey: readonly unknown[]) => void client.invalidateQueries({ queryKey })
    const stops = [
      onServerEvent('knowledge_updated', ({ source_id: id }) => {
        ask(knowledgeKeys.sources)
        ask(knowledgeKeys.passages(id))
      }),
      onServerEvent('knowledge_question', () => ask(knowledgeKeys.questions)),
      onConnected(() => {
        for (const key of [knowledgeKeys.sources, knowledgeKeys.questions]) ask(key)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client])
}
