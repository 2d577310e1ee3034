import type { LucideIcon } from 'lucide-react'
import type { ShortcutId } from '../../shared/shortcuts/shortcuts.ts'
import { normalizeForSearch } from '../../shared/ui/search/normalize-for-search.ts'

/** Entry of the command palette. */
export interface Command {
  readonly id: string
  readonly label: string
  /** Distinguishes entries of the same name. */
  readonly hint?: string
  readonly Icon: LucideIcon
  /** Shortcut with the same effect. */
  readonly shortcut?: ShortcutId
  readonly isDone?: boolean
  /** Whether the command navigates to another page. The focus then moves to that page instead of back to the earlier element. */
  readonly leads?: boolean
  readonly run: () => void
}

export interface CommandGroup {
  readonly value: string
  readonly items: readonly Command[]
}

/** Whether each typed word is the beginning of a word of the command, ignoring accents. */
export const isCommandMatch = ({ label, hint = '' }: Pick<Command, 'label' | 'hint'>, text: string): boolean => {
  const words = normalizeForSearch(`${label} ${hint}`).split(/[^\p{L}\p{N}]+/u)
  return normalizeForSearch(text)
    .split(/\s+/)
    .every((typed) => words.some((word) => word.startsWith(typed)))
}
