import type { WhatsappNotice, WhatsappNumber } from '@prosa/contract/entities/whatsapp/channel'
import { useInfiniteQuery } from '@tanstack/react-query'
import { formatFullDate } from '../../../shared/formatting/format-date.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { Dialog } from '../../../shared/ui/dialogs/dialog.tsx'
import { LoadError } from '../../../shared/ui/feedback/load-error.tsx'
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx'
import { channelQueries } from '../queries.ts'

function Notice({ text, at, field, event, payload }: WhatsappNotice) {
  return (
    <li className="border-line border-t py-3 first:border-t-0 first:pt-0">
      <p className="wrap-anywhere text-ui">{text}</p>
      <p className="text-ink-3 text-meta tabular">
        <time dateTime={at}>{formatFullDate(at)}</time>
      </p>
      <details className="mt-1 text-meta">
        <summary className="w-fit cursor-pointer py-1 text-ink-2 underline decoration-dotted underline-offset-2">
          O aviso como veio
        </summary>
        <p className="wrap-anywhere mt-1 text-ink-3">
          {field} · {event}
        </p>
        <pre className="wrap-anywhere mt-1 max-h-60 overflow-y-auto whitespace-pre-wrap rounded-control bg-bg p-3 text-ink-2">
          {JSON.stringify(payload, null, 2)}
        </pre>
      </details>
    </li>
  )
}

function Notices({ id }: { id: string }) {
  const list = useInfiniteQuery(channelQueries.notices(id))
  const notices = list.data?.pages.flatMap((page) => page.notices)
  if (!notices && list.error) return <LoadError query={list} message="Não foi possível buscar os avisos." />
  if (!notices) return <Skeleton className="h-28" />
  if (notices.length === 0) return <p className="text-ink-2 text-ui">A Meta ainda não avisou nada deste número.</p>
  return (
    <>
      <ul aria-label="Avisos da Meta">
        {notices.map((notice) => (
          <Notice key={notice.id} {...notice} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button className="mt-3" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Mostrar mais
        </Button>
      )}
    </>
  )
}

interface NumberNoticesProps {
  number: WhatsappNumber
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Dialog with Meta's notices about a WhatsApp number and its account in the last 180 days, each as a sentence and as raw data. */
export function NumberNotices({ number, open, onOpenChange }: NumberNoticesProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      tall
      title="O que a Meta disse"
      description={`Avisos sobre ${number.display_number} e a sua conta, dos últimos 180 dias.`}
    >
      <Notices id={number.id} />
    </Dialog>
  )
}
