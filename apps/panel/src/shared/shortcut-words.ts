import type { ShortcutId } from './shortcuts.ts'

/** What each key does, for the pages that explain them; the keys themselves are needed sooner. */
export const SHORTCUT_WORDS: Readonly<Record<ShortcutId, string>> = {
  palette: 'Ir para ou fazer alguma coisa',
  help: 'Ver os atalhos',
  next: 'Próxima conversa da lista',
  previous: 'Conversa anterior da lista',
  open: 'Abrir a conversa',
  search: 'Pesquisar por telefone',
  write: 'Escrever na conversa aberta',
  back: 'Sair do campo; depois, voltar à lista',
  send: 'Enviar a mensagem',
  newLine: 'Quebrar a linha',
}

/** The list in the order and the groups in which a person reads it. */
export const SHORTCUT_GROUPS: readonly { title: string; ids: readonly ShortcutId[] }[] = [
  { title: 'Em qualquer página', ids: ['palette', 'help'] },
  { title: 'Nas conversas', ids: ['next', 'previous', 'open', 'search', 'write', 'back'] },
  { title: 'Ao escrever', ids: ['send', 'newLine'] },
]
