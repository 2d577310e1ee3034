import type { LucideIcon } from 'lucide-react'
import type { ShortcutId } from '../../shared/shortcuts/shortcuts.ts'
import { normalizeForSearch } from '../../shared/ui/search/normalize-for-search.ts'

export interface Command {
  readonly id: string
  readonly label: string
  /** Additional text that distinguishes commands with the same label. */
  readonly hint?: string
  readonly Icon: LucideIcon
  /** Keyboard shortcut that does the same as the command. */
  readonly shortcut?: ShortcutId
  readonly isCurrent?: boolean
  /**
   * Whether the command navigates to another page. If so, the focus moves to that page; otherwise it returns to the element focused before.
   */
  readonly navigates?: boolean
  readonly run: () => void
}

export interface CommandGroup {
  readonly value: string
  readonly items: readonly Command[]
}

/** Whether each typed word is the beginning of a word in the command's label or hint, ignoring accents. */
export const isCommandMatch = ({ label, hint = '' }: Pick<Command, 'label' | 'hint'>, text: string): boolean => {
  const words = normalizeForSearch(`${label} ${hint}`).split(/[^\p{L}\p{N}]+/u)
  return normalizeForSearch(text)
    .split(/\s+/)
    .every((searchWord) => words.some((word) => word.startsWith(searchWord)))
}
