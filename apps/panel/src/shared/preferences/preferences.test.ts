import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  clearAgentAndFilter,
  resetPreferencesOnUserChange,
  selectAgent,
  setConversationFilter,
  setTheme,
  usePreferences,
} from './preferences.ts'
import { syncPreferencesAcrossTabs } from './sync-preferences-across-tabs.ts'

const stored = () => JSON.parse(localStorage.getItem('preferences') ?? '{}').state

describe('preferences', () => {
  it('SESSION-17 the chosen agent is kept in this browser', () => {
    selectAgent('agent-1')
    expect(stored().selectedAgentId).toBe('agent-1')
  })

  it('THEME-02 THEME-03 the theme is kept, and dark at first', () => {
    expect(usePreferences.getState().theme).toBe('dark')
    setTheme('system')
    expect(stored().theme).toBe('system')
  })

  it('AGENTS-06 entering the agents forgets the agent and the filter, nothing else', () => {
    selectAgent('agent-1')
    setConversationFilter('unread')
    setTheme('light')
    clearAgentAndFilter()
    expect(stored()).toMatchObject({ selectedAgentId: null, conversationFilter: null, theme: 'light' })
  })

  it('another person at the same browser does not inherit the agent', () => {
    resetPreferencesOnUserChange('ana')
    selectAgent('agent-1')
    resetPreferencesOnUserChange('ana')
    expect(usePreferences.getState().selectedAgentId).toBe('agent-1')
    resetPreferencesOnUserChange('rui')
    expect(usePreferences.getState().selectedAgentId).toBeNull()
  })

  describe('with another tab open', () => {
    /** Writes the whole record, as another tab does with the values that it knows. */
    const writeElsewhere = (change: object) => {
      const next = JSON.stringify({ state: { ...usePreferences.getInitialState(), ...stored(), ...change }, version: 0 })
      localStorage.setItem('preferences', next)
      window.dispatchEvent(new StorageEvent('storage', { key: 'preferences', newValue: next }))
    }
    let stop = () => {}
    beforeEach(() => {
      stop = syncPreferencesAcrossTabs()
      resetPreferencesOnUserChange('ana')
    })
    afterEach(() => stop())

    it('SESSION-17 THEME-02 each writes what it changed, and leaves what the other did', () => {
      writeElsewhere({ selectedAgentId: 'agent-2', sound: true })
      setTheme('light')
      expect(stored()).toMatchObject({ selectedAgentId: 'agent-2', sound: true, theme: 'light' })
    })

    it('theme and alerts are the whole browser’s, the agent and the filter a tab’s own', () => {
      selectAgent('agent-1')
      writeElsewhere({ selectedAgentId: null, conversationFilter: 'unread', theme: 'light', sound: true })
      expect(usePreferences.getState()).toMatchObject({
        selectedAgentId: 'agent-1',
        conversationFilter: null,
        theme: 'light',
        sound: true,
      })
      expect(stored().selectedAgentId).toBeNull()
    })

    it('another person’s are taken over whole', () => {
      selectAgent('agent-1')
      writeElsewhere({ ownerId: 'rui', selectedAgentId: null })
      expect(usePreferences.getState()).toMatchObject({ ownerId: 'rui', selectedAgentId: null })
    })
  })
})
