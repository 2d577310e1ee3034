import type { Agent } from '@prosa/contract/entities/agents/agent'
import { formatPhone } from '@prosa/contract/rules/phone-numbers/phone'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import CheckCheck from 'lucide-react/icons/check-check'
import UserRound from 'lucide-react/icons/user-round'
import { agentQueries } from '../../features/agents/queries.ts'
import { useMarkReadMutation } from '../../features/conversation/actions/mutations.ts'
import { useOpenConversationActions } from '../../features/conversation/actions/use-open-conversation-actions.ts'
import { getCompanyName, getLeadName } from '../../features/conversation/cache/conversation-names.ts'
import { useConversationSearch } from '../../features/conversation/cache/list/use-conversation-search.ts'
import { usePreferences } from '../../shared/preferences/preferences.ts'
import type { Command } from './command.ts'

/** Maximum number of agents whose conversations are searched. The selected agent comes first. */
const MAX_SEARCHED_AGENTS = 6

/** Returns commands that open a conversation: those that match the text, or the newest ones if the text is empty. */
export function useConversationCommands(text: string): { commands: Command[]; isSearching: boolean } {
  const { data: agents = [] } = useQuery(agentQueries.list({ includeSummary: false }))
  const selectedId = usePreferences((state) => state.selectedAgentId)
  const { conversationId: openId } = useParams({ strict: false })
  const navigate = useNavigate()
  const getSelectionRank = ({ _id }: Agent) => (_id === selectedId ? 0 : 1)
  const searchedAgents = [...agents].sort((a, b) => getSelectionRank(a) - getSelectionRank(b)).slice(0, MAX_SEARCHED_AGENTS)
  const { conversations, isSearching } = useConversationSearch(
    searchedAgents.map(({ _id }) => _id),
    text,
  )
  const commands = conversations
    .filter(({ _id }) => _id !== openId)
    .map((conversation) => {
      const { _id, lead_id, agent_id, phone, archive } = conversation
      const name = getLeadName(conversation) || getCompanyName(conversation) || formatPhone(phone) || 'Lead sem nome'
      const agent = agents.find(({ _id }) => _id === agent_id)
      return {
        id: _id,
        label: name,
        hint: [name !== formatPhone(phone) && formatPhone(phone), agent?.name, archive && 'Arquivado']
          .filter(Boolean)
          .join(' · '),
        Icon: UserRound,
        navigates: true,
        run: () => void navigate({ to: '/chat/$leadId/$conversationId', params: { leadId: lead_id, conversationId: _id } }),
      }
    })
  return { commands, isSearching }
}

/** Returns commands for the actions on the open conversation. */
export function useOpenConversationCommands(): { title: string; commands: Command[] } {
  const { conversation, actions } = useOpenConversationActions()
  const markRead = useMarkReadMutation()
  if (!conversation) return { title: '', commands: [] }
  const commands = actions.map(({ label, Icon, run, shortcut }) => ({
    id: label,
    label,
    Icon,
    run,
    ...(shortcut ? { shortcut } : {}),
  }))
  const markReadCommand = { id: 'read', label: 'Marcar como lida', Icon: CheckCheck, run: () => markRead.mutate(conversation) }
  return {
    title: getLeadName(conversation) || formatPhone(conversation.phone) || 'Conversa aberta',
    commands: conversation.unreadCount ? [...commands, markReadCommand] : commands,
  }
}
