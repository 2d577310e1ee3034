import type { Conversation } from '@prosa/contract/entities/conversation'
import { stageLabel } from '@prosa/contract/entities/conversation'
import { formatPhone } from '@prosa/contract/rules/phone'
import { serverNow } from '../../../shared/api/server-clock.ts'
import { detailedDate } from '../../../shared/lib/dates.ts'
import { companyName, leadName } from '../cache/list-text.ts'
import { shown } from '../cache/shown-text.ts'
import { isActive, stateWords } from './row-state.ts'

/** Tooltip of a row with everything that the row shortens (gap G29). */
export default function RowFacts({ conversation }: { conversation: Conversation }) {
  const { last_client_message_at, stage, status_message, last_message_preview } = conversation
  const states = [isActive(conversation) ? 'Conversa ativa' : 'Conversa encerrada', ...stateWords(conversation)]
  return (
    <div className="grid gap-1 py-0.5">
      <p className="font-semibold text-ui">{leadName(conversation) || 'Lead sem nome'}</p>
      {companyName(conversation) && <p className="text-ink-2">{companyName(conversation)}</p>}
      {conversation.phone && <p className="text-ink-2 tabular">{formatPhone(conversation.phone)}</p>}
      {(stage || status_message) && (
        <p className="text-ink-2">{[stage && stageLabel(stage), status_message].filter(Boolean).join(' · ')}</p>
      )}
      {last_message_preview && <p className="wrap-anywhere line-clamp-3 text-ink-3">{shown(last_message_preview)}</p>}
      {last_client_message_at && (
        <p className="text-ink-3 tabular">Última do lead: {detailedDate(last_client_message_at, serverNow())}</p>
      )}
      <p className="font-semibold text-ink-2">{states.join(' · ')}</p>
    </div>
  )
}
