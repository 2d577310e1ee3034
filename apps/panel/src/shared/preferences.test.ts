import { describe, expect, it } from 'vitest'
import {
  chooseConversationFilter,
  chooseTheme,
  clearConversationPreferences,
  preferencesOf,
  selectAgent,
  usePreferences,
} from './preferences.ts'

const stored = () => JSON.parse(localStorage.getItem('preferences') ?? '{}').state

describe('preferences', () => {
  it('SESSION-17 the chosen agent is kept in this browser', () => {
    selectAgent('agent-1')
    expect(stored().selectedAgentId).toBe('agent-1')
  })

  it('THEME-02 THEME-03 the theme is kept, and dark at first', () => {
    expect(usePreferences.getState().theme).toBe('dark')
    chooseTheme('system')
    expect(stored().theme).toBe('system')
  })

  it('AGENTS-06 entering the agents forgets the agent and the filter, nothing else', () => {
    selectAgent('agent-1')
    chooseConversationFilter('unread')
    chooseTheme('light')
    clearConversationPreferences()
    expect(stored()).toMatchObject({ selectedAgentId: null, conversationFilter: null, theme: 'light' })
  })

  it('another person at the same browser does not inherit the agent', () => {
    preferencesOf('ana')
    selectAgent('agent-1')
    preferencesOf('ana')
    expect(usePreferences.getState().selectedAgentId).toBe('agent-1')
    preferencesOf('rui')
    expect(usePreferences.getState().selectedAgentId).toBeNull()
  })
})
