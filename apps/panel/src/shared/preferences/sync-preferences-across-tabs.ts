import { PREFERENCES_STORAGE_KEY, readStoredPreferences, usePreferences } from './preferences.ts'

/**
 * Applies theme, sound and notification preferences that the user changed in another tab. Applies that tab's agent and filter only if
 * another user has signed in: otherwise a tab on the agents page would close the conversation here. Returns a function that unsubscribes.
 */
export function syncPreferencesAcrossTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    const stored = event.key === PREFERENCES_STORAGE_KEY ? readStoredPreferences()?.state : undefined
    if (!stored) return
    const { ownerId, theme, sound, browserNotifications } = stored
    const isOtherUser = ownerId !== usePreferences.getState().ownerId
    usePreferences.setState(isOtherUser ? stored : { theme, sound, browserNotifications })
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
