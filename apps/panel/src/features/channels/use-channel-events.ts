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
    const askAgain = () => void client.invalidateQueries({ queryKey: channelQueries.whatsapp().queryKey })
    const stops = [onServerEvent('channel_updated', askAgain), onConnected(askAgain)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client])
}
