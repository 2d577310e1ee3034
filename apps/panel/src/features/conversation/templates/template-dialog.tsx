import type { MessageTemplate } from '@prosa/contract/entities/channel'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { reasonOf } from '../../../shared/api/reason.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Skeleton } from '../../../shared/ui/skeleton.tsx'
import { FillTemplate } from './fill-template.tsx'
import { TemplateList } from './template-list.tsx'
import { templatesOf } from './template-queries.ts'

interface TemplateDialogProps {
  leadId: string
  conversationId: string
  onPut: () => void
  onSent: () => void
}

/** First which template, then what stands in its places, which is still there after another look at the list. */
export function TemplateDialog({ leadId, conversationId, onPut, onSent }: TemplateDialogProps) {
  const { data: templates, error, isFetching, refetch } = useQuery(templatesOf(leadId, conversationId))
  const [chosen, setChosen] = useState<MessageTemplate | null>(null)
  const [isChoosing, setChoosing] = useState(true)
  const fill = useRef<HTMLDivElement>(null)
  // What was pressed is gone: the keyboard goes to the first thing to fill in, else to sending.
  useEffect(() => {
    if (!isChoosing) fill.current?.querySelector<HTMLElement>('input, [type=submit]')?.focus()
  }, [isChoosing])

  if (!templates && error) {
    return (
      <div className="flex flex-col items-start gap-3">
        <p role="alert" className="text-roma text-ui">
          {reasonOf(error, 'Não foi possível buscar os modelos.')}
        </p>
        <Button busy={isFetching} disabled={isFetching} onClick={() => void refetch()}>
          Tentar novamente
        </Button>
      </div>
    )
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
        Nenhum modelo aprovado. Crie um no Gerenciador do WhatsApp e espere a aprovação da Meta.
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
            place={{ leadId, conversationId }}
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
