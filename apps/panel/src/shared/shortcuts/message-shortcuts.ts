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

/** Descriptions of the message shortcuts in display order. A shortcut is shown only if the server has its `requiredCapability`. */
export const MESSAGE_SHORTCUT_LABELS: readonly {
  id: keyof typeof MESSAGE_SHORTCUTS
  label: string
  requiredCapability: Capability
}[] = [
  { id: 'enter', label: 'Ir às mensagens; depois, ↑ e ↓', requiredCapability: 'reply' },
  { id: 'answer', label: 'Responder à mensagem, ou à mais nova do lead', requiredCapability: 'reply' },
  { id: 'react', label: 'Reagir à mensagem', requiredCapability: 'reactions' },
  { id: 'info', label: 'Ver as informações da mensagem', requiredCapability: 'message_info' },
  { id: 'basis', label: 'Ver de onde veio a resposta do agente', requiredCapability: 'knowledge' },
  { id: 'correct', label: 'Corrigir a resposta do agente', requiredCapability: 'versions' },
]
