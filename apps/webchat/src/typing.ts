import { TYPING_ENTRY_TTL_MS } from '@prosa/contract/constants'

export interface TypingPorts {
  readonly show: (text: string | null) => void
  readonly after: (ms: number, run: () => void) => () => void
}

/** 'Clara está digitando…', until told otherwise, until the message comes, or until it was not renewed for too long. */
export const createTyping = ({
  show,
  after,
}: TypingPorts): { hear: (isTyping: boolean, name: string) => void; end: () => void } => {
  let cancel: (() => void) | null = null
  const end = () => {
    cancel?.()
    cancel = null
    show(null)
  }
  return {
    hear: (isTyping, name) => {
      if (!isTyping) return end()
      cancel?.()
      cancel = after(TYPING_ENTRY_TTL_MS, end)
      show(`${name} está digitando…`)
    },
    end,
  }
}
