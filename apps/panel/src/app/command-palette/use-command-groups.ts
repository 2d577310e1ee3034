import Search from 'lucide-react/icons/search'
import { useSession } from '../../shared/session/session.ts'
import { openOverlay } from '../../shared/ui/layers/overlay.ts'
import { type Command, type CommandGroup, isCommandMatch } from './command.ts'
import { useConversationCommands, useOpenConversationCommands } from './use-conversation-commands.ts'
import { useAgentCommands, useAppCommands, usePageCommands } from './use-panel-commands.ts'

/** Returns the palette's groups of commands that match a text. The most frequently used groups come first. */
export function useCommandGroups(text: string): { groups: CommandGroup[]; isSearching: boolean } {
  const { title, commands: conversationCommands } = useOpenConversationCommands()
  const { commands: conversations, isSearching } = useConversationCommands(text)
  const agents = useAgentCommands()
  const pages = usePageCommands()
  const appCommands = useAppCommands()
  const filterMatching = (commands: readonly Command[]) => commands.filter((command) => isCommandMatch(command, text))
  const canSearch = useSession(({ user }) => user?.capabilities?.includes('search'))
  const trimmedText = text.trim()
  const messages: Command = {
    id: 'messages',
    label: trimmedText ? `Pesquisar “${trimmedText}” nas mensagens` : 'Pesquisar nas mensagens',
    Icon: Search,
    run: () => openOverlay('palette', trimmedText, {}),
  }
  const groups = [
    { value: title, items: filterMatching(conversationCommands) },
    // `useConversationCommands` has already filtered the conversations by the text.
    { value: text.trim() === '' ? 'Conversas recentes' : 'Conversas', items: conversations },
    { value: 'Agentes', items: filterMatching(agents) },
    { value: 'Páginas', items: filterMatching(pages) },
    { value: 'Painel', items: filterMatching(appCommands) },
    // Message search comes last, so that Enter selects a match by name.
    { value: 'Mensagens', items: canSearch ? [messages] : [] },
  ]
  return { groups: groups.filter(({ items }) => items.length > 0), isSearching }
}
