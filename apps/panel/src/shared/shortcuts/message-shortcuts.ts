import type { Capability } from '@prosa/contract/capabilities'
import type { Shortcut } from './shortcuts.ts'

/** Shortcuts for the messages of an open conversation. Kept apart from the others, because the code that binds them is loaded lazily. */
export const MESSAGE_SHORTCUTS = {
  enter: { key: 'l' },
  answer: { key: 'R', withShift: true },
  react: { key: '+' },
  info: { key: 'i' },
  basis: { key: 'o' },
  correct: { key: 'c' },
} as const satisfies Record<string, Shortcut>

/** Descriptions of the shortcuts in display order, and the capability of the provider that each needs. */
export const MESSAGE_SHORTCUT_LABELS: readonly { id: keyof typeof MESSAGE_SHORTCUTS; words: string; needs: Capability }[] = [
  { id: 'enter', words: 'Ir às mensagens; depois, ↑ e ↓', needs: 'reply' },
  { id: 'answer', words: 'Responder à mensagem, ou à mais nova do lead', needs: 'reply' },
  { id: 'react', words: 'Reagir à mensagem', needs: 'reactions' },
  { id: 'info', words: 'Ver as informações da mensagem', needs: 'message_info' },
  { id: 'basis', words: 'Ver de onde veio a resposta do agente', needs: 'knowledge' },
  { id: 'correct', words: 'Corrigir a resposta do agente', needs: 'versions' },
]
