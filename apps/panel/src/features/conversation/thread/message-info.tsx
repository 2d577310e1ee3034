import { getMessageInfo } from '@prosa/contract/calls/message-info'
import { isLeadRole, type Message } from '@prosa/contract/entities/message'
import type { MessageInfo } from '@prosa/contract/entities/message-info'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../shared/api/client.ts'
import { fullDate } from '../../../shared/lib/dates.ts'
import { costText } from '../../../shared/lib/money.ts'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { LoadFailed } from '../../../shared/ui/load-failed.tsx'
import { Skeleton } from '../../../shared/ui/skeleton.tsx'
import { conversationKeys } from '../cache/keys.ts'
import type { Place } from '../cache/load-thread.ts'
import { shown } from '../cache/shown-text.ts'

const STEPS: Record<MessageInfo['steps'][number]['step'], string> = {
  accepted: 'Aceita pelo canal',
  sent: 'Enviada',
  delivered: 'Entregue',
  read: 'Lida',
  played: 'Ouvida',
  failed: 'Não entregue',
}

/** Meta's price categories. */
const CATEGORIES: Readonly<Record<string, string>> = {
  service: 'Serviço',
  utility: 'Utilidade',
  marketing: 'Marketing',
  marketing_lite: 'Marketing',
  authentication: 'Autenticação',
  'authentication-international': 'Autenticação internacional',
  referral_conversion: 'Conversa de anúncio',
  general_purpose_ai: 'Assistente de uso geral',
}

const chargeText = (charge: NonNullable<MessageInfo['charge']> | null): string => {
  if (!charge) return 'A Meta não informou'
  if (charge.type === 'free_entry_point') return 'Grátis: veio de anúncio'
  const category = CATEGORIES[charge.category] ?? charge.category
  if (charge.type === 'free_customer_service') return `Grátis: ${category}`
  const { micro_brl: micro } = charge
  if (micro === undefined) return category
  if (micro === null) return `${category}, sem preço`
  return `${category}, ${micro === 0 ? 'sem custo' : costText(micro)}`
}

const writerOf = (message: Message, info: MessageInfo): string => {
  if (isLeadRole(message.role)) return 'Escrita pelo lead'
  if (info.on_phone) return 'Enviada pelo celular'
  return `Enviada por ${message.manual ? shown(message.sender?.name || 'alguém da equipe') : 'um agente (IA)'} pela Prosa`
}

const infoQuery = ({ leadId, conversationId }: Place, messageId: string) =>
  queryOptions({
    meta: { showsOwnError: true },
    queryKey: conversationKeys.info(conversationId, messageId),
    queryFn: async ({ signal }) => (await call(getMessageInfo, { params: { leadId, conversationId, messageId }, signal })).data,
    // Details are never cached, because the message may be delivered, read or charged meanwhile.
    staleTime: 0,
  })

function Facts({ message, info }: { message: Message; info: MessageInfo }) {
  const isOurs = !isLeadRole(message.role)
  return (
    <div className="flex flex-col gap-4 text-ui">
      <p className="wrap-anywhere">{writerOf(message, info)}</p>
      {(isOurs || info.steps.length > 0) && (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
          {info.steps.map(({ step, at }) => (
            <div key={step} className="contents">
              <dt className="text-ink-2">{STEPS[step]}</dt>
              <dd className="tabular">
                <time dateTime={at}>{fullDate(at)}</time>
              </dd>
            </div>
          ))}
          {isOurs && info.charge !== undefined && (
            <>
              <dt className="text-ink-2">Cobrança</dt>
              <dd>{chargeText(info.charge)}</dd>
            </>
          )}
        </dl>
      )}
      {info.details.length > 0 && (
        <section>
          <h3 className="font-semibold">O que a Meta disse</h3>
          {info.details.map((detail) => (
            <p key={detail} className="wrap-anywhere mt-1 text-ink-2">
              {shown(detail)}
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
                  {shown(content)}
                </p>
                <time dateTime={at} className="text-ink-3 text-meta tabular">
                  {fullDate(at)}
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
  place: Place
  onClose: () => void
}

/** Details of one message, fetched each time the dialog opens. */
export function MessageInfoDialog({ message, place, onClose }: MessageInfoDialogProps) {
  const query = useQuery(infoQuery(place, message.message_id))
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Informações">
      {query.data ? (
        <Facts message={message} info={query.data} />
      ) : query.error ? (
        <LoadFailed query={query} words="Não foi possível buscar as informações." />
      ) : (
        <Skeleton className="h-24" />
      )}
    </Dialog>
  )
}
