import { useEffect, useEffectEvent } from 'react'
import { selectAgent, usePreferences } from '../../../shared/preferences/preferences.ts'

/** Selects the agent of a linked conversation, so that list, banner and thread belong together. */
export function useSelectConversationAgent(agentId: string | null | undefined): void {
  const adopt = useEffectEvent((id: string) => {
    if (usePreferences.getState().selectedAgentId !== id) selectAgent(id)
  })
  useEffect(() => {
    if (agentId) adopt(agentId)
  }, [agentId])
}
