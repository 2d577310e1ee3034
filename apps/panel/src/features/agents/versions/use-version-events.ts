import { useEffect, useEffectEvent } from 'react'
import { onConnected, onServerEvent } from '../../../shared/realtime/socket.ts'
import { useRefetchVersions } from './queries.ts'

/** Refetches an agent's versions, draft and corrections when an event reports a change of the agent, and after each connection. */
export function useVersionEvents(agentId: string): void {
  const refetch = useEffectEvent(useRefetchVersions(agentId))
  useEffect(() => {
    const unsubscribers = [
      onServerEvent('agent_updated', ({ agent_id }) => {
        if (agent_id === agentId) refetch()
      }),
      onConnected(() => refetch()),
    ]
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe()
    }
  }, [agentId])
}
