import { CSPProvider } from '@base-ui/react/csp-provider'
import type { WhatsappTemplate } from '@prosa/contract/entities/whatsapp/template'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import { Suspense, useEffect, useRef, useState } from 'react'
import { isNotImplemented } from '../../../shared/api/is-not-implemented.ts'
import { getServerTime } from '../../../shared/api/server-clock.ts'
import { PATHS } from '../../../shared/config/paths.ts'
import { lazyComponent } from '../../../shared/lazy-loading/lazy-component.tsx'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { EmptyState } from '../../../shared/ui/feedback/empty-state.tsx'
import { LoadError } from '../../../shared/ui/feedback/load-error.tsx'
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx'
import { Card } from '../../../shared/ui/layout/card.tsx'
import { channelQueries } from '../queries.ts'
import { useChannelEvents } from '../use-channel-events.ts'
import { numberTemplatesQuery } from './number-templates-query.ts'
import { TemplateActions } from './template-actions.tsx'
import { TemplateRow } from './template-row.tsx'

const [TemplateEditor, preloadEditor] = lazyComponent(() => import('./template-editor.tsx'))

/** Page with the message templates of a WhatsApp number's account, in their current state at Meta. */
export default function NumberTemplates({ id }: { id: string }) {
  useChannelEvents()
  const { data: channels } = useQuery(channelQueries.whatsapp())
  const query = useQuery(numberTemplatesQuery(id))
  const { data: templates, error } = query
  const number = channels?.numbers.find((candidate) => candidate.id === id)
  const now = getServerTime()
  /** State of the editor; null while the list is shown. Its `template` is null for a new template. */
  const [editorState, setEditorState] = useState<{ template: WhatsappTemplate | null } | null>(null)
  const createButton = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  // When the editor closes, the element that had the focus is removed.
  useEffect(() => {
    if (!editorState && wasEditing.current) createButton.current?.focus()
    wasEditing.current = editorState !== null
  }, [editorState])
  return (
    <CSPProvider disableStyleElements>
      <title>Modelos · Prosa</title>
      <div className="flex flex-col gap-3">
        <Link
          to={PATHS.organisation}
          params={{ page: 'numeros', id: undefined, tab: undefined }}
          className="-ml-1 inline-flex w-fit min-h-8 coarse:min-h-11 items-center gap-1 font-semibold text-ink-2 text-ui hover:text-ink"
        >
          <ChevronLeft aria-hidden="true" className="size-4" />
          Todos os números
        </Link>
        {editorState ? (
          <Suspense fallback={<Skeleton shape="card" className="h-96 w-full max-w-2xl" />}>
            <TemplateEditor numberId={id} template={editorState.template} onDone={() => setEditorState(null)} />
          </Suspense>
        ) : (
          <div className="w-full max-w-2xl">
            <Card
              title={number ? `Modelos de ${number.display_number}` : 'Modelos'}
              description="Mensagens que a Meta aprova e que podem ser enviadas fora das 24 horas. Números da mesma conta têm os mesmos."
            >
              {!templates && !error && (
                <div role="status" aria-label="Carregando modelos" className="flex flex-col gap-3">
                  <Skeleton className="h-16 w-full" />
                  <Skeleton className="h-16 w-full" />
                  <Skeleton className="h-16 w-full" />
                </div>
              )}
              {!templates && error && isNotImplemented(error) && (
                <p className="text-ink-2 text-ui">Este número não está mais ligado.</p>
              )}
              {!templates && error && !isNotImplemented(error) && (
                <LoadError query={query} message="Não foi possível buscar os modelos." />
              )}
              {templates?.length === 0 && (
                <EmptyState flush title="Nenhum modelo ainda.">
                  Sem um modelo aprovado, ninguém escreve a um lead depois das 24 horas.
                </EmptyState>
              )}
              {templates && templates.length > 0 && (
                <ul aria-label="Modelos">
                  {templates.map((template) => (
                    <TemplateRow key={template.id} template={template} now={now}>
                      <TemplateActions numberId={id} template={template} onEdit={() => setEditorState({ template })} />
                    </TemplateRow>
                  ))}
                </ul>
              )}
              {templates && (
                <Button
                  ref={createButton}
                  className="mt-3"
                  onPointerEnter={preloadEditor}
                  onFocus={preloadEditor}
                  onClick={() => setEditorState({ template: null })}
                >
                  Criar modelo
                </Button>
              )}
            </Card>
          </div>
        )}
      </div>
    </CSPProvider>
  )
}
