import { create } from 'zustand'
import { type PersistStorage, persist, type StorageValue } from 'zustand/middleware'
import { localArea } from './safe-storage.ts'

export type ThemeChoice = 'light' | 'dark' | 'system'

/** Which rows the conversation list leaves in. */
export type ConversationFilter = 'phone' | 'needs_attention' | 'unread' | 'archived'

/** The second reading of the specification is 'system'. */
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

/** As whichever tab wrote last left it. */
export function readPreferences(): Stored | null {
  try {
    return JSON.parse(localArea.getItem(PREFERENCES_KEY) ?? 'null') as Stored | null
  } catch {
    return null
  }
}

/** What this tab last read there or put there. */
let known: Partial<Preferences> = {}

/** Every tab writes to one place: each puts there what it changed itself, and leaves what others did. */
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

/** What this browser remembers of its user's choices. `public/boot.js` reads `theme` from the same key before the first paint. */
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

/** How this browser calls its user; nothing of it before it is chosen. */
export function chooseAlerts(choice: { sound?: boolean; browserNotifications?: boolean }): void {
  usePreferences.setState(choice)
}

/** What entering the agents page forgets: the chosen agent and the list's filter, nothing else (gap G18). */
export function clearConversationPreferences(): void {
  usePreferences.setState({ selectedAgentId: null, conversationFilter: null })
}

/** Another person at the same browser does not inherit the agent chosen before. */
export function preferencesOf(userId: string): void {
  if (usePreferences.getState().ownerId !== userId)
    usePreferences.setState({ ownerId: userId, selectedAgentId: null, conversationFilter: null })
}
