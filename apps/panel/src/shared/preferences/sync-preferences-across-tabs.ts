import { PREFERENCES_STORAGE_KEY, readStoredPreferences, usePreferences } from './preferences.ts'

/**
 * Applies preferences that another tab changed for the whole browser. Returns a function that stops it. The selected agent and the filter
 * belong to each tab and follow only when another user signs in; otherwise a tab on the agents page would close the conversation of another
 * tab.
 */
export function syncPreferencesAcrossTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    const stored = event.key === PREFERENCES_STORAGE_KEY ? readStoredPreferences()?.state : undefined
    if (!stored) return
    const { ownerId, theme, sound, browserNotifications } = stored
    const isOtherPerson = ownerId !== usePreferences.getState().ownerId
    usePreferences.setState(isOtherPerson ? stored : { theme, sound, browserNotifications })
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
