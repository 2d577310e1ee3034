import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import { getStageLabel } from '@prosa/contract/entities/conversations/conversation'
import type { Lead } from '@prosa/contract/entities/conversations/lead'
import { MANAGER_ROLES } from '@prosa/contract/role-names'
import { extractDigits, formatPhone } from '@prosa/contract/rules/phone-numbers/phone'
import { type ReactNode, Suspense } from 'react'
import { formatFullDate, formatShortDate } from '../../../shared/formatting/format-date.ts'
import { lazyComponent } from '../../../shared/lazy-loading/lazy-component.tsx'
import { useSession } from '../../../shared/session/session.ts'
import { Avatar } from '../../../shared/ui/display/avatar.tsx'
import { getCompanyName, getLeadName } from '../cache/conversation-names.ts'
import { stripBidiControls } from '../cache/strip-bidi-controls.ts'
import { CopyableText } from './copyable-text.tsx'

const [CostSection] = lazyComponent(() => import('./cost-section.tsx'))
const [FilesSection] = lazyComponent(() => import('./files-section.tsx'))

function DetailRow({ label, children }: { label: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div className="grid gap-0.5 border-line border-t py-2.5">
      <dt className="text-ink-3 text-meta">{label}</dt>
      <dd dir="auto" className="wrap-anywhere text-left text-ui tabular">
        {typeof children === 'string' ? stripBidiControls(children) : children}
      </dd>
    </div>
  )
}

const CHANNEL_LABELS: Readonly<Record<string, string>> = { whatsapp: 'WhatsApp', webchat: 'Chat do site' }

interface LeadDetailsProps {
  conversation: Conversation
  lead: Lead
}

export function LeadDetails({ conversation, lead }: LeadDetailsProps) {
  const name = getLeadName(conversation) || stripBidiControls(lead.name ?? '') || 'Lead sem nome'
  const company = getCompanyName(conversation) || stripBidiControls(lead.company ?? '')
  const { stage, channel, total_messages, lead_context_summary, attention_reason, last_client_message_at, free_until } =
    conversation
  const channelName = channel && (CHANNEL_LABELS[channel] ?? channel)
  const hasCosts = useSession(
    ({ user }) => user?.capabilities?.includes('costs') && MANAGER_ROLES.some((role) => role === user.role),
  )
  const hasFiles = useSession(({ user }) => user?.capabilities?.includes('media'))
  const phone = conversation.phone ?? lead.phone ?? ''
  return (
    <>
      <div className="flex items-center gap-3 pb-4">
        <Avatar name={name} className="size-11 text-ui" />
        <div className="min-w-0">
          <p className="wrap-anywhere font-bold text-message">{name}</p>
          {company && <p className="wrap-anywhere text-ink-3 text-ui">{company}</p>}
        </div>
      </div>
      <dl>
        <DetailRow label="Por que pede atenção">{conversation.needs_attention && attention_reason}</DetailRow>
        <DetailRow label="Resumo">{lead_context_summary}</DetailRow>
        <DetailRow label="Etapa">{stage && getStageLabel(stage)}</DetailRow>
        <DetailRow label="Agente">
          {lead.pause ? 'Pausado' : 'Respondendo'}
          {lead.pause && lead.pause_holder && ` por ${lead.pause_holder.name}`}
          {lead.pause && lead.paused_at && ` desde ${formatShortDate(lead.paused_at)}`}
        </DetailRow>
        <DetailRow label="Motivo da pausa">{lead.pause && lead.pause_reason}</DetailRow>
        <DetailRow label="Não quer mensagens">
          {lead.opt_out && `Desde ${formatShortDate(lead.opt_out.at)}${lead.opt_out.words ? `: “${lead.opt_out.words}”` : ''}`}
        </DetailRow>
        <DetailRow label="Telefone">
          {phone && (
            <CopyableText key={phone} valueName="telefone" value={`+${extractDigits(phone)}`}>
              {formatPhone(phone)}
            </CopyableText>
          )}
        </DetailRow>
        <DetailRow label="E-mail">
          {lead.email && (
            <CopyableText key={lead.email} valueName="e-mail" value={lead.email}>
              {stripBidiControls(lead.email)}
            </CopyableText>
          )}
        </DetailRow>
        <DetailRow label="Canal">{channelName !== lead.origin && channelName}</DetailRow>
        <DetailRow label="Origem">{lead.origin}</DetailRow>
        <DetailRow label="Entrou em">{formatFullDate(lead.created_at)}</DetailRow>
        <DetailRow label="Última mensagem do lead">{last_client_message_at && formatFullDate(last_client_message_at)}</DetailRow>
        <DetailRow label="Mensagens grátis até">{free_until && formatFullDate(free_until)}</DetailRow>
        <DetailRow label="Mensagens">{total_messages?.toLocaleString('pt-BR')}</DetailRow>
      </dl>
      {hasCosts && (
        <Suspense fallback={<div className="h-11" />}>
          <CostSection key={conversation._id} conversation={conversation} />
        </Suspense>
      )}
      {hasFiles && (
        <Suspense fallback={<div className="h-11" />}>
          <FilesSection key={lead._id} leadId={conversation.lead_id} conversationId={conversation._id} />
        </Suspense>
      )}
    </>
  )
}

/** Profile of the lead, shown beside the conversation if there is room. */
export default function LeadProfile(props: LeadDetailsProps) {
  return (
    <aside aria-label="Perfil do lead" className="w-72 shrink-0 overflow-y-auto border-line border-l bg-bg px-5 py-4">
      <LeadDetails {...props} />
    </aside>
  )
}
