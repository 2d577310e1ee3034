import { PREFERENCES_KEY, readPreferences, usePreferences } from './preferences.ts'

/**
 * Takes over what another tab chose for the whole browser; answers how to stop. The agent and the filter are a tab's own while it
 * is open, or a tab at the agents would send the one with a conversation away: they follow only to another person.
 */
export function followOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    const stored = event.key === PREFERENCES_KEY ? readPreferences()?.state : undefined
    if (!stored) return
    const { ownerId, theme, sound, browserNotifications } = stored
    const isOtherPerson = ownerId !== usePreferences.getState().ownerId
    usePreferences.setState(isOtherPerson ? stored : { theme, sound, browserNotifications })
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
