import Search from 'lucide-react/icons/search'
import { useSession } from '../../shared/session/session.ts'
import { openOverlay } from '../../shared/ui/layers/overlay.ts'
import { type Command, type CommandGroup, isCommandMatch } from './command.ts'
import { useConversationCommands, useOpenConversationCommands } from './use-conversation-commands.ts'
import { useAgentCommands, useAppCommands, usePageCommands } from './use-panel-commands.ts'

/** Returns the palette's groups of commands that match a text. The most frequently used groups come first. */
export function useCommandGroups(text: string): { groups: CommandGroup[]; isSearching: boolean } {
  const { title, commands: acts } = useOpenConversationCommands()
  const { commands: conversations, isSearching } = useConversationCommands(text)
  const agents = useAgentCommands()
  const pages = usePageCommands()
  const manners = useAppCommands()
  const meant = (commands: readonly Command[]) => commands.filter((command) => isCommandMatch(command, text))
  const canSearch = useSession(({ user }) => user?.capabilities?.includes('search'))
  const typed = text.trim()
  const messages: Command = {
    id: 'messages',
    label: typed ? `Pesquisar “${typed}” nas mensagens` : 'Pesquisar nas mensagens',
    Icon: Search,
    run: () => openOverlay('palette', typed, {}),
  }
  const groups = [
    { value: title, items: meant(acts) },
    // `useConversationCommands` has already filtered the conversations by the text.
    { value: text.trim() === '' ? 'Conversas recentes' : 'Conversas', items: conversations },
    { value: 'Agentes', items: meant(agents) },
    { value: 'Páginas', items: meant(pages) },
    { value: 'Painel', items: meant(manners) },
    // Message search comes last, so that Enter selects a match by name.
    { value: 'Mensagens', items: canSearch ? [messages] : [] },
  ]
  return { groups: groups.filter(({ items }) => items.length > 0), isSearching }
}
