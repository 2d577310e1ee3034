import { TYPING_ENTRY_TTL_MS } from '@prosa/contract/constants'

export interface TypingPorts {
  readonly show: (text: string | null) => void
  readonly after: (ms: number, run: () => void) => () => void
}

/** 'Clara está digitando…': each until told otherwise, or until not renewed for too long, and all until a message comes. */
export const createTyping = ({
  show,
  after,
}: TypingPorts): { hear: (isTyping: boolean, name: string) => void; end: () => void } => {
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
    end: () => {
      for (const name of typing.keys()) stop(name)
      tell()
    },
  }
}
