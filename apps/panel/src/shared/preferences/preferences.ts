import { create } from 'zustand'
import { type PersistStorage, persist, type StorageValue } from 'zustand/middleware'
import { safeLocalStorage } from '../browser/safe-storage.ts'

export type ThemeChoice = 'light' | 'dark' | 'system'

export type ConversationFilter = 'phone' | 'needs_attention' | 'unread' | 'archived'

/** Default theme. The specification is ambiguous: it could also mean 'system'. */
const DEFAULT_THEME: ThemeChoice = 'dark'

interface Preferences {
  ownerId: string | null
  selectedAgentId: string | null
  conversationFilter: ConversationFilter | null
  theme: ThemeChoice
  sound: boolean
  browserNotifications: boolean
}

export const PREFERENCES_STORAGE_KEY = 'preferences'
type StoredPreferences = StorageValue<Preferences>

/** Returns the preferences from local storage, as the last tab has stored them, or null. */
export function readStoredPreferences(): StoredPreferences | null {
  try {
    return JSON.parse(safeLocalStorage.getItem(PREFERENCES_STORAGE_KEY) ?? 'null') as StoredPreferences | null
  } catch {
    return null
  }
}

/** Preferences that this tab last read from or wrote to local storage. */
let lastSyncedPreferences: Partial<Preferences> = {}

/**
 * Storage of the preferences, shared by all tabs. A tab writes only the fields that it has changed and keeps the fields that other tabs
 * have changed.
 */
const storage: PersistStorage<Preferences> = {
  getItem() {
    const stored = readStoredPreferences()
    lastSyncedPreferences = stored?.state ?? {}
    return stored
  },
  setItem(_name, { state, version }) {
    const changed = Object.entries(state).filter(([name, value]) => lastSyncedPreferences[name as keyof Preferences] !== value)
    const next = { state: { ...state, ...readStoredPreferences()?.state, ...Object.fromEntries(changed) }, version }
    safeLocalStorage.setItem(PREFERENCES_STORAGE_KEY, JSON.stringify(next))
    lastSyncedPreferences = state
  },
  removeItem: () => safeLocalStorage.removeItem(PREFERENCES_STORAGE_KEY),
}

/** Preferences of the user, stored in this browser. `public/boot.js` reads `theme` from the same key before the first paint. */
export const usePreferences = create<Preferences>()(
  persist(
    (): Preferences => ({
      ownerId: null,
      selectedAgentId: null,
      conversationFilter: null,
      theme: DEFAULT_THEME,
      sound: false,
      browserNotifications: false,
    }),
    { name: PREFERENCES_STORAGE_KEY, storage },
  ),
)

export function selectAgent(selectedAgentId: string): void {
  usePreferences.setState({ selectedAgentId, conversationFilter: null })
}

export function setConversationFilter(conversationFilter: ConversationFilter | null): void {
  usePreferences.setState({ conversationFilter })
}

export function setTheme(theme: ThemeChoice): void {
  usePreferences.setState({ theme })
}

/** Sets whether this browser alerts the user by sound and by notifications. Both are off until the user enables them. */
export function setAlertPreferences(choice: { sound?: boolean; browserNotifications?: boolean }): void {
  usePreferences.setState(choice)
}

/** Resets the selected agent and the conversation filter, when the agents page opens (gap G18). */
export function clearAgentAndFilter(): void {
  usePreferences.setState({ selectedAgentId: null, conversationFilter: null })
}

/** Resets the selected agent and the conversation filter if `userId` differs from the last user of this browser. */
export function resetPreferencesOnUserChange(userId: string): void {
  if (usePreferences.getState().ownerId !== userId)
    usePreferences.setState({ ownerId: userId, selectedAgentId: null, conversationFilter: null })
}
