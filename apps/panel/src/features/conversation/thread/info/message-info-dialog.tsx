import { getMessageInfo } from '@prosa/contract/calls/conversations/message-info'
import { isLeadRole, type Message } from '@prosa/contract/entities/conversations/message'
import type { MessageInfo } from '@prosa/contract/entities/conversations/message-info'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../../shared/api/api-client.ts'
import { formatFullDate } from '../../../../shared/formatting/format-date.ts'
import { formatItemCost } from '../../../../shared/formatting/format-money.ts'
import { Dialog } from '../../../../shared/ui/dialogs/dialog.tsx'
import { LoadError } from '../../../../shared/ui/feedback/load-error.tsx'
import { Skeleton } from '../../../../shared/ui/feedback/skeleton.tsx'
import { conversationKeys } from '../../cache/conversation-keys.ts'
import { stripBidiControls } from '../../cache/strip-bidi-controls.ts'
import type { ConversationRef } from '../../cache/thread/load-thread.ts'

const STEP_LABELS: Record<MessageInfo['steps'][number]['step'], string> = {
  accepted: 'Aceita pelo canal',
  sent: 'Enviada',
  delivered: 'Entregue',
  read: 'Lida',
  played: 'Ouvida',
  failed: 'Não entregue',
}

/** Labels of Meta's price categories for messages. */
const CATEGORY_LABELS: Readonly<Record<string, string>> = {
  service: 'Serviço',
  utility: 'Utilidade',
  marketing: 'Marketing',
  marketing_lite: 'Marketing',
  authentication: 'Autenticação',
  'authentication-international': 'Autenticação internacional',
  referral_conversion: 'Conversa de anúncio',
  general_purpose_ai: 'Assistente de uso geral',
}

const formatCharge = (charge: NonNullable<MessageInfo['charge']> | null): string => {
  if (!charge) return 'A Meta não informou'
  if (charge.type === 'free_entry_point') return 'Grátis: veio de anúncio'
  const category = CATEGORY_LABELS[charge.category] ?? charge.category
  if (charge.type === 'free_customer_service') return `Grátis: ${category}`
  const { micro_brl: micro } = charge
  if (micro === undefined) return category
  if (micro === null) return `${category}, sem preço`
  return `${category}, ${micro === 0 ? 'sem custo' : formatItemCost(micro)}`
}

const getSenderText = (message: Message, info: MessageInfo): string => {
  if (isLeadRole(message.role)) return 'Escrita pelo lead'
  if (info.on_phone) return 'Enviada pelo celular'
  return `Enviada por ${message.manual ? stripBidiControls(message.sender?.name || 'alguém da equipe') : 'um agente (IA)'} pela Prosa`
}

const messageInfoQuery = ({ leadId, conversationId }: ConversationRef, messageId: string) =>
  queryOptions({
    meta: { showsOwnError: true },
    queryKey: conversationKeys.messageInfo(conversationId, messageId),
    queryFn: async ({ signal }) => (await call(getMessageInfo, { params: { leadId, conversationId, messageId }, signal })).data,
    // Details are not cached, because the message may be delivered, read or charged later.
    staleTime: 0,
  })

function MessageInfoDetails({ message, info }: { message: Message; info: MessageInfo }) {
  const isOurs = !isLeadRole(message.role)
  return (
    <div className="flex flex-col gap-4 text-ui">
      <p className="wrap-anywhere">{getSenderText(message, info)}</p>
      {(isOurs || info.steps.length > 0) && (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
          {info.steps.map(({ step, at }) => (
            <div key={step} className="contents">
              <dt className="text-ink-2">{STEP_LABELS[step]}</dt>
              <dd className="tabular">
                <time dateTime={at}>{formatFullDate(at)}</time>
              </dd>
            </div>
          ))}
          {isOurs && info.charge !== undefined && (
            <>
              <dt className="text-ink-2">Cobrança</dt>
              <dd>{formatCharge(info.charge)}</dd>
            </>
          )}
        </dl>
      )}
      {info.details.length > 0 && (
        <section>
          <h3 className="font-semibold">O que a Meta disse</h3>
          {info.details.map((detail) => (
            <p key={detail} className="wrap-anywhere mt-1 text-ink-2">
              {stripBidiControls(detail)}
            </p>
          ))}
        </section>
      )}
      {info.earlier.length > 0 && (
        <section>
          <h3 className="font-semibold">Antes da edição</h3>
          <ol className="mt-1 flex flex-col gap-2">
            {info.earlier.map(({ content, at }) => (
              <li key={at + content} className="rounded-control bg-bg px-3 py-2">
                <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
                  {stripBidiControls(content)}
                </p>
                <time dateTime={at} className="text-ink-3 text-meta tabular">
                  {formatFullDate(at)}
                </time>
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  )
}

interface MessageInfoDialogProps {
  message: Message
  conversationRef: ConversationRef
  onClose: () => void
}

/** Dialog with the details of one message, which are fetched each time the dialog opens. */
export function MessageInfoDialog({ message, conversationRef, onClose }: MessageInfoDialogProps) {
  const query = useQuery(messageInfoQuery(conversationRef, message.message_id))
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Informações">
      {query.data ? (
        <MessageInfoDetails message={message} info={query.data} />
      ) : query.error ? (
        <LoadError query={query} message="Não foi possível buscar as informações." />
      ) : (
        <Skeleton className="h-24" />
      )}
    </Dialog>
  )
}
