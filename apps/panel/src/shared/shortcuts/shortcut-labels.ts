import type { ShortcutId } from './shortcuts.ts'

/** Descriptions of the shortcuts. They are not in `shortcuts.ts`, because the keys are needed earlier than the descriptions. */
export const SHORTCUT_LABELS: Readonly<Record<ShortcutId, string>> = {
  palette: 'Ir para ou fazer alguma coisa',
  help: 'Ver os atalhos',
  next: 'Próxima conversa da lista',
  previous: 'Conversa anterior da lista',
  open: 'Abrir a conversa',
  search: 'Pesquisar por telefone',
  write: 'Escrever na conversa aberta',
  archive: 'Arquivar ou desarquivar o lead da conversa aberta',
  pause: 'Pausar ou iniciar o agente nela',
  attention: 'Marcar ou desmarcar que ela necessita atenção',
  nextUnread: 'Próxima conversa não lida',
  back: 'Sair do campo; depois, voltar à lista',
  send: 'Enviar a mensagem',
  newLine: 'Quebrar a linha',
}

/** Groups and order in which shortcuts are listed. */
export const SHORTCUT_GROUPS: readonly { title: string; ids: readonly ShortcutId[] }[] = [
  { title: 'Em qualquer página', ids: ['palette', 'help'] },
  {
    title: 'Nas conversas',
    ids: ['next', 'previous', 'nextUnread', 'open', 'search', 'write', 'pause', 'archive', 'attention', 'back'],
  },
  { title: 'Ao escrever', ids: ['send', 'newLine'] },
]
