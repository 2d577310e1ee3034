import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import { getStageLabel } from '@prosa/contract/entities/conversations/conversation'
import type { Lead } from '@prosa/contract/entities/conversations/lead'
import { formatPhone } from '@prosa/contract/rules/phone-numbers/phone'
import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Flag from 'lucide-react/icons/flag'
import { Suspense, useState } from 'react'
import { formatFullDate } from '../../../shared/formatting/format-date.ts'
import { lazyComponent } from '../../../shared/lazy-loading/lazy-component.tsx'
import { SHORTCUTS } from '../../../shared/shortcuts/shortcuts.ts'
import { Button, getButtonClass } from '../../../shared/ui/buttons/button.tsx'
import { IconButton } from '../../../shared/ui/buttons/icon-button.tsx'
import { cx } from '../../../shared/ui/cx.ts'
import { Badge } from '../../../shared/ui/display/badge.tsx'
import { LayerPlaceholder } from '../../../shared/ui/layers/layer-placeholder.tsx'
import { Menu } from '../../../shared/ui/menus/menu.tsx'
import { type ConversationAction, toActionTarget, usePauseAction } from '../actions/pause-action.ts'
import { getCompanyName, getLeadName } from '../cache/conversation-names.ts'
import { stripBidiControls } from '../cache/strip-bidi-controls.ts'
import type { ThreadDialogKind } from './thread-dialog.tsx'

const [ThreadMenuItems, prefetchMenuItems] = lazyComponent(() => import('./thread-menu-items.tsx'))
const [ThreadDialog, prefetchThreadDialog] = lazyComponent(() => import('./thread-dialog.tsx'))

/** Returns the parts of the title '{name} - {company} {phone}' that exist (gap G29). */
export const getThreadTitle = (conversation: Conversation): { leadName: string; phone: string } => ({
  leadName: [getLeadName(conversation), getCompanyName(conversation)].filter(Boolean).join(' - '),
  phone: formatPhone(conversation.phone),
})

function PauseButton({ action: { label, Icon, isPending, run } }: { action: ConversationAction }) {
  return (
    <Button
      busy={isPending}
      className="@max-md:size-(--control-height) @max-md:px-0"
      // Ignores the second click of a double click, which would undo the first.
      onClick={({ detail }) => detail < 2 && run()}
    >
      {!isPending && <Icon aria-hidden="true" className="size-4" />}
      <span className="@max-md:sr-only">{label}</span>
      <kbd aria-hidden="true" className="@max-md:hidden coarse:hidden text-ink-2">
        {SHORTCUTS.pause.key}
      </kbd>
    </Button>
  )
}

function StateBadges({ conversation, lead }: Pick<ThreadHeaderProps, 'conversation' | 'lead'>) {
  const { needs_attention, attention_reason, stage, status_message } = conversation
  return (
    <div role="group" aria-label="Situação do lead" className="flex flex-wrap items-center gap-1.5">
      {(lead?.archive ?? conversation.archive) && <Badge tone="quiet">Arquivado</Badge>}
      {needs_attention && (
        <span title={attention_reason ?? undefined} className="inline-flex">
          <Badge tone="attention">
            <Flag aria-hidden="true" className="size-3" />
            Necessita atenção
          </Badge>
        </span>
      )}
      {stage && <Badge tone="quiet">{getStageLabel(stage)}</Badge>}
      {status_message && (
        <Badge tone="quiet">
          <span className="truncate" title={status_message}>
            {status_message}
          </span>
        </Badge>
      )}
      {lead?.origin && <Badge tone="quiet">{lead.origin}</Badge>}
      {lead && (
        <Badge tone="quiet">
          Entrada <time dateTime={lead.created_at}>{formatFullDate(lead.created_at)}</time>
        </Badge>
      )}
    </div>
  )
}

function ConversationSummary({ text }: { text: string | null | undefined }) {
  const [isOpen, setOpen] = useState(false)
  if (!text?.trim()) return <p className="text-ink-3 text-meta">Nenhum resumo encontrado</p>
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
      // On touch screens the clickable area is higher than the text line.
      className="reach block min-h-6 coarse:min-h-7 w-full rounded-[4px] text-left text-ink-2 text-meta hover:text-ink"
    >
      <span className={cx('block', !isOpen && 'truncate')}>
        <span className="font-semibold text-ink-3">Resumo </span>
        <bdi>{stripBidiControls(text)}</bdi>
      </span>
    </button>
  )
}

interface ThreadHeaderProps {
  conversation: Conversation
  lead: Lead | undefined
  /** Whether the conversation fills the page, as on phones. The header then has a back link and the page's main heading. */
  isSinglePane: boolean
  /** Whether the profile is shown beside the conversation. Otherwise a click on the lead's name opens it. */
  hasProfile: boolean
}

export function ThreadHeader({ conversation, lead, isSinglePane, hasProfile }: ThreadHeaderProps) {
  const { leadName, phone } = getThreadTitle(conversation)
  const title = (
    <>
      {leadName && <bdi className="min-w-0 max-w-full truncate">{leadName}</bdi>}
      {leadName && phone && ' '}
      {phone && <span className={cx('tabular', leadName && 'font-normal text-ink-3')}>{phone}</span>}
      {!leadName && !phone && 'Lead sem nome'}
    </>
  )
  const Heading = isSinglePane ? 'h1' : 'h2'
  const target = toActionTarget(conversation, lead)
  const pause = usePauseAction(target)
  const [openDialog, setOpenDialog] = useState<ThreadDialogKind | null>(null)
  return (
    <header className="grid shrink-0 grid-cols-[minmax(0,1fr)] gap-1.5 border-line border-b px-3 pt-2.5 pb-2 sm:px-5">
      {/* With large text on a narrow screen, the lead's name is shown on a line of its own. */}
      <div className="flex min-h-8 @max-[18rem]:flex-wrap items-center @max-[18rem]:justify-end gap-2">
        {isSinglePane && (
          <Link
            to="/chat"
            aria-label="Voltar às conversas"
            className={getButtonClass('ghost', '-ml-1 size-(--control-height) @max-[18rem]:mr-auto !px-0')}
          >
            <ArrowLeft aria-hidden="true" className="size-5" />
          </Link>
        )}
        {/* A long name is truncated. The phone number is never truncated; it wraps below the name. */}
        <Heading className="@max-[18rem]:order-last flex min-w-0 flex-1 @max-[18rem]:basis-full flex-wrap items-baseline gap-x-2 font-bold text-message">
          {hasProfile ? (
            title
          ) : (
            <button
              type="button"
              aria-haspopup="dialog"
              title="Ver perfil do lead"
              onPointerEnter={prefetchThreadDialog}
              onFocus={prefetchThreadDialog}
              onClick={() => setOpenDialog('profile')}
              className="reach flex min-w-0 flex-wrap items-baseline gap-x-2 rounded-[4px] text-left underline decoration-line decoration-2 underline-offset-4 hover:decoration-ink-3"
            >
              {title}
            </button>
          )}
        </Heading>
        {lead && <PauseButton action={pause} />}
        <Menu
          align="end"
          trigger={
            <IconButton label="Mais ações" onPointerEnter={prefetchMenuItems} onFocus={prefetchMenuItems}>
              <Ellipsis aria-hidden="true" />
            </IconButton>
          }
        >
          <ThreadMenuItems target={target} onOpenDialog={setOpenDialog} />
        </Menu>
        {openDialog && (
          <Suspense fallback={<LayerPlaceholder onDismiss={() => setOpenDialog(null)} />}>
            <ThreadDialog
              kind={openDialog}
              onClose={() => setOpenDialog(null)}
              conversation={conversation}
              lead={lead}
              leadName={leadName || phone || 'lead sem nome'}
            />
          </Suspense>
        )}
      </div>
      <StateBadges conversation={conversation} lead={lead} />
      <ConversationSummary text={conversation.lead_context_summary} />
    </header>
  )
}
