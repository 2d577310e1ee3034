import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import { getStageLabel } from '@prosa/contract/entities/conversations/conversation'
import { formatPhone } from '@prosa/contract/rules/phone-numbers/phone'
import { getServerTime } from '../../../../shared/api/server-clock.ts'
import { formatDetailedDate } from '../../../../shared/formatting/format-date.ts'
import { getCompanyName, getLeadName } from '../../cache/conversation-names.ts'
import { stripBidiControls } from '../../cache/strip-bidi-controls.ts'
import { getStateLabels, isConversationActive } from './row-state.ts'

/** Tooltip of a row, with the full texts that the row shortens (gap G29). */
export default function RowTooltip({ conversation }: { conversation: Conversation }) {
  const { last_client_message_at, stage, status_message, last_message_preview } = conversation
  const states = [isConversationActive(conversation) ? 'Conversa ativa' : 'Conversa encerrada', ...getStateLabels(conversation)]
  return (
    <div className="grid gap-1 py-0.5">
      <p className="font-semibold text-ui">{getLeadName(conversation) || 'Lead sem nome'}</p>
      {getCompanyName(conversation) && <p className="text-ink-2">{getCompanyName(conversation)}</p>}
      {conversation.phone && <p className="text-ink-2 tabular">{formatPhone(conversation.phone)}</p>}
      {(stage || status_message) && (
        <p className="text-ink-2">{[stage && getStageLabel(stage), status_message].filter(Boolean).join(' · ')}</p>
      )}
      {last_message_preview && <p className="wrap-anywhere line-clamp-3 text-ink-3">{stripBidiControls(last_message_preview)}</p>}
      {last_client_message_at && (
        <p className="text-ink-3 tabular">Última do lead: {formatDetailedDate(last_client_message_at, getServerTime())}</p>
      )}
      <p className="font-semibold text-ink-2">{states.join(' · ')}</p>
    </div>
  )
}
