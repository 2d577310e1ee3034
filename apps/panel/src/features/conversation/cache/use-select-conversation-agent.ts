import { useEffect, useEffectEvent } from 'react'
import { selectAgent, usePreferences } from '../../../shared/preferences/preferences.ts'

/** Selects the agent of a conversation that was opened by a link, so that list, banner and conversation belong to the same agent. */
export function useSelectConversationAgent(agentId: string | null | undefined): void {
  const selectIfDifferent = useEffectEvent((id: string) => {
    if (usePreferences.getState().selectedAgentId !== id) selectAgent(id)
  })
  useEffect(() => {
    if (agentId) selectIfDifferent(agentId)
  }, [agentId])
}
