import type { LucideIcon } from 'lucide-react'
import { folded } from '../../shared/lib/folded.ts'
import type { ShortcutId } from '../../shared/shortcuts.ts'

/** One line of the palette. */
export interface Command {
  readonly id: string
  readonly label: string
  /** What tells it from others of the same name. */
  readonly hint?: string
  readonly Icon: LucideIcon
  /** The key that does the same. */
  readonly shortcut?: ShortcutId
  readonly isDone?: boolean
  /** Leads to another place: the keyboard goes there too, instead of back to where it was. */
  readonly leads?: boolean
  readonly run: () => void
}

export interface CommandGroup {
  readonly value: string
  readonly items: readonly Command[]
}

/** Every word that was typed begins a word of the command, whatever the accents. */
export const isMeant = ({ label, hint = '' }: Pick<Command, 'label' | 'hint'>, text: string): boolean => {
  const words = folded(`${label} ${hint}`).split(/[^\p{L}\p{N}]+/u)
  return folded(text)
    .split(/\s+/)
    .every((typed) => words.some((word) => word.startsWith(typed)))
}
