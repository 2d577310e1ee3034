import { TYPING_ENTRY_TTL_MS } from '@prosa/contract/constants'

export interface TypingTrackerPorts {
  readonly onTextChange: (text: string | null) => void
  readonly schedule: (ms: number, run: () => void) => () => void
}

export interface TypingTracker {
  handleTyping(isTyping: boolean, name: string): void
  /** Removes the names of people from whom a message has arrived. */
  clearNames(names: readonly string[]): void
  clearAll(): void
}

/**
 * Creates the typing indicator, for example 'Clara está digitando…'. A name disappears when the person stops typing, when their message
 * arrives, or after a timeout.
 */
export const createTypingTracker = ({ onTextChange, schedule }: TypingTrackerPorts): TypingTracker => {
  const cancelByName = new Map<string, () => void>()
  const emitText = () => {
    const names = [...cancelByName.keys()]
    const joinedNames = new Intl.ListFormat('pt-BR').format(names)
    onTextChange(names.length === 0 ? null : `${joinedNames} ${names.length === 1 ? 'está' : 'estão'} digitando…`)
  }
  const stop = (name: string) => {
    cancelByName.get(name)?.()
    cancelByName.delete(name)
  }
  return {
    handleTyping: (isTyping, name) => {
      stop(name)
      if (isTyping)
        cancelByName.set(
          name,
          schedule(TYPING_ENTRY_TTL_MS, () => {
            stop(name)
            emitText()
          }),
        )
      emitText()
    },
    clearNames: (names) => {
      for (const name of names) stop(name)
      if (names.length > 0) emitText()
    },
    clearAll: () => {
      for (const name of cancelByName.keys()) stop(name)
      emitText()
    },
  }
}
