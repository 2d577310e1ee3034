import type { Conversation } from '@prosa/contract/entities/conversation'
import { stageLabel } from '@prosa/contract/entities/conversation'
import type { Lead } from '@prosa/contract/entities/lead'
import { MANAGERS } from '@prosa/contract/role-names'
import { digitsOf, formatPhone } from '@prosa/contract/rules/phone'
import { type ReactNode, Suspense } from 'react'
import { fullDate, shortDate } from '../../../shared/lib/dates.ts'
import { useSession } from '../../../shared/session/session.ts'
import { Avatar } from '../../../shared/ui/avatar.tsx'
import { latePart } from '../../../shared/ui/late-part.tsx'
import { companyName, leadName } from '../cache/list-text.ts'
import { shown } from '../cache/shown-text.ts'
import { Copyable } from './copyable.tsx'

const [CostPart] = latePart(() => import('./cost-part.tsx'))
const [FilesPart] = latePart(() => import('./files-part.tsx'))

function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div className="grid gap-0.5 border-line border-t py-2.5">
      <dt className="text-ink-3 text-meta">{label}</dt>
      <dd dir="auto" className="wrap-anywhere text-left text-ui tabular">
        {typeof children === 'string' ? shown(children) : children}
      </dd>
    </div>
  )
}

const CHANNELS: Readonly<Record<string, string>> = { whatsapp: 'WhatsApp', webchat: 'Chat do site' }

interface LeadFactsProps {
  conversation: Conversation
  lead: Lead
}

export function LeadFacts({ conversation, lead }: LeadFactsProps) {
  const name = leadName(conversation) || shown(lead.name ?? '') || 'Lead sem nome'
  const company = companyName(conversation) || shown(lead.company ?? '')
  const { stage, channel, total_messages, lead_context_summary, attention_reason, last_client_message_at, free_until } =
    conversation
  const channelName = channel && (CHANNELS[channel] ?? channel)
  const hasCosts = useSession(({ user }) => user?.capabilities?.includes('costs') && MANAGERS.some((role) => role === user.role))
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
        <Fact label="Por que pede atenção">{conversation.needs_attention && attention_reason}</Fact>
        <Fact label="Resumo">{lead_context_summary}</Fact>
        <Fact label="Etapa">{stage && stageLabel(stage)}</Fact>
        <Fact label="Agente">
          {lead.pause ? 'Pausado' : 'Respondendo'}
          {lead.pause && lead.pause_holder && ` por ${lead.pause_holder.name}`}
          {lead.pause && lead.paused_at && ` desde ${shortDate(lead.paused_at)}`}
        </Fact>
        <Fact label="Motivo da pausa">{lead.pause && lead.pause_reason}</Fact>
        <Fact label="Não quer mensagens">
          {lead.opt_out && `Desde ${shortDate(lead.opt_out.at)}${lead.opt_out.words ? `: “${lead.opt_out.words}”` : ''}`}
        </Fact>
        <Fact label="Telefone">
          {phone && (
            <Copyable key={phone} what="telefone" value={`+${digitsOf(phone)}`}>
              {formatPhone(phone)}
            </Copyable>
          )}
        </Fact>
        <Fact label="E-mail">
          {lead.email && (
            <Copyable key={lead.email} what="e-mail" value={lead.email}>
              {shown(lead.email)}
            </Copyable>
          )}
        </Fact>
        <Fact label="Canal">{channelName !== lead.origin && channelName}</Fact>
        <Fact label="Origem">{lead.origin}</Fact>
        <Fact label="Entrou em">{fullDate(lead.created_at)}</Fact>
        <Fact label="Última mensagem do lead">{last_client_message_at && fullDate(last_client_message_at)}</Fact>
        <Fact label="Mensagens grátis até">{free_until && fullDate(free_until)}</Fact>
        <Fact label="Mensagens">{total_messages?.toLocaleString('pt-BR')}</Fact>
      </dl>
      {hasCosts && (
        <Suspense fallback={<div className="h-11" />}>
          <CostPart key={conversation._id} conversation={conversation} />
        </Suspense>
      )}
      {hasFiles && (
        <Suspense fallback={<div className="h-11" />}>
          <FilesPart key={lead._id} leadId={conversation.lead_id} conversationId={conversation._id} />
        </Suspense>
      )}
    </>
  )
}

/** Profile of the lead beside the conversation, if there is room. */
export default function LeadProfile(props: LeadFactsProps) {
  return (
    <aside aria-label="Perfil do lead" className="w-72 shrink-0 overflow-y-auto border-line border-l bg-bg px-5 py-4">
      <LeadFacts {...props} />
    </aside>
  )
}
