/** Every key of the panel: what binds it, what shows it and what explains it all read it here. */

export interface Shortcut {
  /** `KeyboardEvent.key`. */
  readonly key: string
  /** Together with ⌘ on a Mac and Ctrl elsewhere; such a press writes nothing, so that it may also be made in a field. */
  readonly withMod?: true
  readonly withShift?: true
  readonly what: string
}

export const SHORTCUTS = {
  palette: { key: 'k', withMod: true, what: 'Ir para ou fazer alguma coisa' },
  help: { key: '?', what: 'Ver os atalhos' },
  next: { key: 'j', what: 'Próxima conversa da lista' },
  previous: { key: 'k', what: 'Conversa anterior da lista' },
  open: { key: 'Enter', what: 'Abrir a conversa' },
  search: { key: '/', what: 'Pesquisar por telefone' },
  write: { key: 'r', what: 'Escrever na conversa aberta' },
  back: { key: 'Escape', what: 'Sair do campo; depois, voltar à lista' },
  send: { key: 'Enter', what: 'Enviar a mensagem' },
  newLine: { key: 'Enter', withShift: true, what: 'Quebrar a linha' },
} as const satisfies Record<string, Shortcut>
export type ShortcutId = keyof typeof SHORTCUTS

/** The list in the order and the groups in which a person reads it. */
export const SHORTCUT_GROUPS: readonly { title: string; ids: readonly ShortcutId[] }[] = [
  { title: 'Em qualquer página', ids: ['palette', 'help'] },
  { title: 'Nas conversas', ids: ['next', 'previous', 'open', 'search', 'write', 'back'] },
  { title: 'Ao escrever', ids: ['send', 'newLine'] },
]

const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform)

/** The keys as they are printed on the keyboard. */
export const keyNames = ({ key, withMod, withShift }: Shortcut): string[] => [
  ...(withMod ? [isApple() ? '⌘' : 'Ctrl'] : []),
  ...(withShift ? ['Shift'] : []),
  key === 'Escape' ? 'Esc' : withMod ? key.toUpperCase() : key,
]

/** Whether a press is this shortcut. A sign such as '?' needs Shift on some keyboards: only where it is asked for does it count. */
export const isPressed = ({ key, withMod, withShift }: Shortcut, event: KeyboardEvent): boolean => {
  const mod = isApple() ? event.metaKey : event.ctrlKey
  const otherMod = isApple() ? event.ctrlKey : event.metaKey
  if (event.altKey || otherMod || mod !== (withMod === true)) return false
  if (withShift && !event.shiftKey) return false
  return withMod ? event.key.toLowerCase() === key : event.key === key
}
