import { TYPING_ENTRY_TTL_MS } from '@prosa/contract/constants'

export interface TypingTrackerPorts {
  readonly show: (text: string | null) => void
  readonly after: (ms: number, run: () => void) => () => void
}

export interface TypingTracker {
  hear(isTyping: boolean, name: string): void
  /** Removes these names, because a message of each has arrived. */
  spoke(names: readonly string[]): void
  end(): void
}

/**
 * Creates the typing indicator, for example 'Clara está digitando…'. A name is shown until its person stops typing, a message of the person
 * arrives, or a timeout without renewal passes.
 */
export const createTypingTracker = ({ show, after }: TypingTrackerPorts): TypingTracker => {
  const typing = new Map<string, () => void>()
  const tell = () => {
    const names = [...typing.keys()]
    const who = new Intl.ListFormat('pt-BR').format(names)
    show(names.length === 0 ? null : `${who} ${names.length === 1 ? 'está' : 'estão'} digitando…`)
  }
  const stop = (name: string) => {
    typing.get(name)?.()
    typing.delete(name)
  }
  return {
    hear: (isTyping, name) => {
      stop(name)
      if (isTyping)
        typing.set(
          name,
          after(TYPING_ENTRY_TTL_MS, () => {
            stop(name)
            tell()
          }),
        )
      tell()
    },
    spoke: (names) => {
      for (const name of names) stop(name)
      if (names.length > 0) tell()
    },
    end: () => {
      for (const name of typing.keys()) stop(name)
      tell()
    },
  }
}
