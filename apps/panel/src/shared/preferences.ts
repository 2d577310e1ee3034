import { create } from 'zustand'
import { type PersistStorage, persist, type StorageValue } from 'zustand/middleware'
import { localArea } from './safe-storage.ts'

export type ThemeChoice = 'light' | 'dark' | 'system'

/** Filters of the conversation list. */
export type ConversationFilter = 'phone' | 'needs_attention' | 'unread' | 'archived'

/** Default by the first reading of the specification; the second one is 'system'. */
const DEFAULT_THEME: ThemeChoice = 'dark'

interface Preferences {
  ownerId: string | null
  selectedAgentId: string | null
  conversationFilter: ConversationFilter | null
  theme: ThemeChoice
  sound: boolean
  browserNotifications: boolean
}

export const PREFERENCES_KEY = 'preferences'
type Stored = StorageValue<Preferences>

/** Reads the record that the last writing tab stored, or null. */
export function readPreferences(): Stored | null {
  try {
    return JSON.parse(localArea.getItem(PREFERENCES_KEY) ?? 'null') as Stored | null
  } catch {
    return null
  }
}

/** Values that this tab last read or wrote. */
let known: Partial<Preferences> = {}

/** Storage that all tabs share. A tab writes only the fields that it changed and keeps the changes of others. */
const storage: PersistStorage<Preferences> = {
  getItem() {
    const stored = readPreferences()
    known = stored?.state ?? {}
    return stored
  },
  setItem(_name, { state, version }) {
    const changed = Object.entries(state).filter(([name, value]) => known[name as keyof Preferences] !== value)
    const next = { state: { ...state, ...readPreferences()?.state, ...Object.fromEntries(changed) }, version }
    localArea.setItem(PREFERENCES_KEY, JSON.stringify(next))
    known = state
  },
  removeItem: () => localArea.removeItem(PREFERENCES_KEY),
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
    { name: PREFERENCES_KEY, storage },
  ),
)

export function selectAgent(selectedAgentId: string): void {
  usePreferences.setState({ selectedAgentId, conversationFilter: null })
}

export function chooseConversationFilter(conversationFilter: ConversationFilter | null): void {
  usePreferences.setState({ conversationFilter })
}

export function chooseTheme(theme: ThemeChoice): void {
  usePreferences.setState({ theme })
}

/** Sets how this browser alerts the user. Nothing is alerted before a choice. */
export function chooseAlerts(choice: { sound?: boolean; browserNotifications?: boolean }): void {
  usePreferences.setState(choice)
}

/** Resets what the agents page resets: the selected agent and the list's filter, nothing else (gap G18). */
export function clearConversationPreferences(): void {
  usePreferences.setState({ selectedAgentId: null, conversationFilter: null })
}

/** Resets the selected agent and the filter if another user has signed in in this browser. */
export function preferencesOf(userId: string): void {
  if (usePreferences.getState().ownerId !== userId)
    usePreferences.setState({ ownerId: userId, selectedAgentId: null, conversationFilter: null })
}
