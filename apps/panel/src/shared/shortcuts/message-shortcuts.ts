import type { Capability } from '@prosa/contract/capabilities'
import type { Shortcut } from './shortcuts.ts'

/**
 * Shortcuts for the messages of an open conversation. They are not in `shortcuts.ts`, because the code that handles them is loaded lazily.
 */
export const MESSAGE_SHORTCUTS = {
  enter: { key: 'l' },
  answer: { key: 'R', withShift: true },
  react: { key: '+' },
  info: { key: 'i' },
  basis: { key: 'o' },
  correct: { key: 'c' },
} as const satisfies Record<string, Shortcut>

/** Descriptions of the message shortcuts in display order, each with the server capability (`needs`) without which it is not shown. */
export const MESSAGE_SHORTCUT_LABELS: readonly { id: keyof typeof MESSAGE_SHORTCUTS; words: string; needs: Capability }[] = [
  { id: 'enter', words: 'Ir às mensagens; depois, ↑ e ↓', needs: 'reply' },
  { id: 'answer', words: 'Responder à mensagem, ou à mais nova do lead', needs: 'reply' },
  { id: 'react', words: 'Reagir à mensagem', needs: 'reactions' },
  { id: 'info', words: 'Ver as informações da mensagem', needs: 'message_info' },
  { id: 'basis', words: 'Ver de onde veio a resposta do agente', needs: 'knowledge' },
  { id: 'correct', words: 'Corrigir a resposta do agente', needs: 'versions' },
]
