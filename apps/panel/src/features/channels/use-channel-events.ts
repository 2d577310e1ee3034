import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onConnected, onServerEvent } from '../../shared/realtime/socket.ts'
import { channelQueries } from './queries.ts'

/**
 * Refetches WhatsApp numbers and templates on each channel event. Also refetches them after each connection, because events may have been
 * missed.
 */
export function useChannelEvents(): void {
  const client = useQueryClient()
  useEffect(() => {
    const refetchNumbers = () => void client.invalidateQueries({ queryKey: channelQueries.whatsapp().queryKey })
    const unsubscribers = [onServerEvent('channel_updated', refetchNumbers), onConnected(refetchNumbers)]
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe()
    }
  }, [client])
}
