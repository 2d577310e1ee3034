import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onConnected, onServerEvent } from '../../shared/realtime/socket.ts'
import { channelQueries } from './queries.ts'

/** A number that Meta refuses, or takes again, shows it at once, as does a template of its account; what was told before the line stood, when it does. */
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
