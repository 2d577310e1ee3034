/** Keyboard shortcuts of the panel, used both to handle and to display them. Descriptions are in `shortcut-labels.ts`. */

export interface Shortcut {
  /** Value of `KeyboardEvent.key`. */
  readonly key: string
  /** Whether ⌘ (Mac) or Ctrl (elsewhere) must be pressed. Such a shortcut types no character, so it also works in text fields. */
  readonly withMod?: true
  readonly withShift?: true
}

export const SHORTCUTS = {
  palette: { key: 'k', withMod: true },
  help: { key: '?' },
  next: { key: 'j' },
  previous: { key: 'k' },
  open: { key: 'Enter' },
  search: { key: '/' },
  write: { key: 'r' },
  archive: { key: 'e' },
  pause: { key: 'p' },
  attention: { key: 'A', withShift: true },
  nextUnread: { key: 'u' },
  back: { key: 'Escape' },
  send: { key: 'Enter' },
  newLine: { key: 'Enter', withShift: true },
} as const satisfies Record<string, Shortcut>
export type ShortcutId = keyof typeof SHORTCUTS

const isApplePlatform = () => /Mac|iPhone|iPad/.test(navigator.platform)

/** Returns the names of the keys as printed on the keyboard. */
export const getKeyNames = ({ key, withMod, withShift }: Shortcut): string[] => [
  ...(withMod ? [isApplePlatform() ? '⌘' : 'Ctrl'] : []),
  ...(withShift ? ['Shift'] : []),
  key === 'Escape' ? 'Esc' : withMod ? key.toUpperCase() : key,
]

/**
 * Whether a keyboard event matches this shortcut. Shift is compared only if the shortcut requires it, because characters such as '?' need
 * Shift on some keyboards.
 */
export const isShortcutPressed = ({ key, withMod, withShift }: Shortcut, event: KeyboardEvent): boolean => {
  const mod = isApplePlatform() ? event.metaKey : event.ctrlKey
  const otherMod = isApplePlatform() ? event.ctrlKey : event.metaKey
  if (event.altKey || otherMod || mod !== (withMod === true)) return false
  if (withShift && !event.shiftKey) return false
  return withMod ? event.key.toLowerCase() === key : event.key === key
}
