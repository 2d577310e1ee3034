import type { Correction } from '@prosa/contract/entities/agents/correction'
import { Link } from '@tanstack/react-router'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { formatFullDate } from '../../../shared/formatting/format-date.ts'
import { IconButton } from '../../../shared/ui/buttons/icon-button.tsx'
import { Badge } from '../../../shared/ui/display/badge.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../shared/ui/menus/menu.tsx'
import { CORRECTION_KIND_LABELS, getVerificationStatus } from './correction-labels.ts'

/** Quoted text of the lead or the agent, with a label. */
function QuotedText({ label, text }: { label: string; text: string }) {
  return (
    <p className="wrap-anywhere mt-1 line-clamp-3 whitespace-pre-line text-ink-2 text-ui">
      <span className="text-ink-3">{label}: </span>
      {text}
    </p>
  )
}

interface CorrectionRowProps {
  correction: Correction
  isOnline: boolean
  onToggle: () => void
  onErase: () => void
}

/**
 * Row of a correction: the lead's question, the agent's wrong reply, the wanted behaviour, and the result of the last check against the
 * draft.
 */
export function CorrectionRow({ correction, isOnline, onToggle, onErase }: CorrectionRowProps) {
  const { kind, text, must, must_not, state, asked, said, checked, lead_id, conversation_id } = correction
  const { label: statusLabel, tone } = getVerificationStatus(correction)
  const isRed = state === 'active' && checked?.state === 'red'
  const title = [CORRECTION_KIND_LABELS[kind], text && `“${text}”`].filter(Boolean).join(': ')
  return (
    <li className="relative flex items-start gap-3 border-line border-t px-edge py-3.5 first:border-t-0">
      {isRed && <span aria-hidden="true" className="absolute inset-y-0 left-0 w-(--margin-rule) bg-roma" />}
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="wrap-anywhere min-w-0 font-semibold text-ui">{title}</span>
          <Badge tone={tone}>{statusLabel}</Badge>
        </p>
        {isRed && checked?.why && <p className="wrap-anywhere mt-1 text-roma text-ui">{checked.why}</p>}
        {must.length > 0 && <QuotedText label="Precisa conter" text={must.join('; ')} />}
        {must_not.length > 0 && <QuotedText label="Não pode conter" text={must_not.join('; ')} />}
        {asked === null ? (
          <p className="mt-1 text-ink-3 text-ui">A conversa foi eliminada a pedido do lead.</p>
        ) : (
          <>
            <QuotedText label="O lead" text={asked} />
            {said && <QuotedText label="O agente" text={said} />}
          </>
        )}
        {isRed && checked?.said && <QuotedText label="Agora diria" text={checked.said} />}
        <p className="wrap-anywhere mt-1 text-ink-3 text-meta tabular">
          {[correction.created_by_name, formatFullDate(correction.created_at)].filter(Boolean).join(' · ')}
        </p>
      </div>
      <Menu
        align="end"
        trigger={
          <IconButton label={`Ações de ${title}`} className="-mr-1.5">
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
      >
        {lead_id && conversation_id && (
          <MenuItem
            render={<Link to="/chat/$leadId/$conversationId" params={{ leadId: lead_id, conversationId: conversation_id }} />}
          >
            Abrir a conversa
          </MenuItem>
        )}
        {asked !== null && (
          <MenuItem disabled={!isOnline} onClick={onToggle}>
            {state === 'active' ? 'Desligar' : 'Ligar de novo'}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem danger disabled={!isOnline} onClick={onErase}>
          Apagar
        </MenuItem>
      </Menu>
    </li>
  )
}
