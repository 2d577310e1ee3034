import { CSPProvider } from '@base-ui/react/csp-provider'
import type { MessageTemplate } from '@prosa/contract/entities/channel'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { onServerEvent } from '../../../shared/realtime/socket.ts'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { LoadFailed } from '../../../shared/ui/load-failed.tsx'
import { Skeleton } from '../../../shared/ui/skeleton.tsx'
import { FillTemplate } from './fill-template.tsx'
import { TemplateList } from './template-list.tsx'
import { templatesOf } from './template-queries.ts'

interface ChoosingProps {
  leadId: string
  conversationId: string
  onPut: () => void
  onSent: () => void
}

interface TemplateDialogProps extends Omit<ChoosingProps, 'onSent'> {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Chooses a template, fills it and sends it. */
export default function TemplateDialog({ open, onOpenChange, ...place }: TemplateDialogProps) {
  return (
    <CSPProvider disableStyleElements>
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        title="Reabrir com modelo"
        description="Fora das 24 horas, o WhatsApp só entrega modelos aprovados pela Meta."
      >
        <Choosing {...place} onSent={() => onOpenChange(false)} />
      </Dialog>
    </CSPProvider>
  )
}

/** First which template, then what stands in its places, which is still there after another look at the list. */
function Choosing({ leadId, conversationId, onPut, onSent }: ChoosingProps) {
  const query = useQuery(templatesOf(leadId, conversationId))
  const { data: templates, error } = query
  const [chosen, setChosen] = useState<MessageTemplate | null>(null)
  const [isChoosing, setChoosing] = useState(true)
  const client = useQueryClient()
  // What Meta lets nobody choose any more, or again, shows while somebody chooses.
  useEffect(
    () =>
      onServerEvent(
        'channel_updated',
        () => void client.invalidateQueries({ queryKey: templatesOf(leadId, conversationId).queryKey }),
      ),
    [client, leadId, conversationId],
  )
  const fill = useRef<HTMLDivElement>(null)
  // What was pressed is gone: the keyboard goes to the first thing to fill in, else to sending.
  useEffect(() => {
    if (!isChoosing) fill.current?.querySelector<HTMLElement>('input, [type=submit]')?.focus()
  }, [isChoosing])

  if (!templates && error) {
    return <LoadFailed query={query} words="Não foi possível buscar os modelos." />
  }
  if (!templates) {
    return (
      <div role="status" aria-label="Carregando modelos" className="flex flex-col gap-2">
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-16 w-full" />
      </div>
    )
  }
  if (templates.length === 0) {
    return (
      <p className="text-ink-2 text-ui">
        Nenhum modelo aprovado. Quem administra cria um em Organização › Números › Modelos, e a Meta aprova.
      </p>
    )
  }
  return (
    <>
      {isChoosing && (
        <TemplateList
          templates={templates}
          last={chosen}
          onChoose={(template) => {
            setChosen(template)
            setChoosing(false)
          }}
        />
      )}
      {chosen && (
        <div ref={fill} hidden={isChoosing}>
          <FillTemplate
            key={`${chosen.name} ${chosen.language}`}
            conversation={{ leadId, conversationId }}
            template={chosen}
            onBack={() => setChoosing(true)}
            onPut={onPut}
            onSent={onSent}
          />
        </div>
      )}
    </>
  )
}
