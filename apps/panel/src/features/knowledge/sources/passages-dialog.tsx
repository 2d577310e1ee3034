import type { KnowledgeSource, Passage } from '@prosa/contract/entities/agents/knowledge'
import { useInfiniteQuery } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import { type RefObject, useRef, useState } from 'react'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { IconButton } from '../../../shared/ui/buttons/icon-button.tsx'
import { Dialog } from '../../../shared/ui/dialogs/dialog.tsx'
import { UnsavedChangesDialog } from '../../../shared/ui/dialogs/unsaved-changes-dialog.tsx'
import { Badge } from '../../../shared/ui/display/badge.tsx'
import { PassageCard } from '../../../shared/ui/display/passage-card.tsx'
import { LoadError } from '../../../shared/ui/feedback/load-error.tsx'
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx'
import { knowledgeQueries } from '../queries.ts'
import { PassageForm } from './passage-form.tsx'
import { formatPassageCount } from './source-labels.ts'

const MAX_NAME_CHARS = 60
/** Returns a short text that identifies a passage for screen readers. */
const getPassageName = ({ question, text }: Passage): string => {
  const name = question ?? text
  return name.length > MAX_NAME_CHARS ? `${name.slice(0, MAX_NAME_CHARS)}…` : name
}

interface PassageListProps {
  source: KnowledgeSource
  canWrite: boolean
  /** Ref that the form sets to whether it contains unsaved text. */
  isDirtyRef: RefObject<boolean>
}

interface PassageRowProps {
  passage: Passage
  isOpen: boolean
  canWrite: boolean
  isDirtyRef: RefObject<boolean>
  onOpen: (id: string | null) => void
}

function PassageRow({ passage, isOpen, canWrite, isDirtyRef, onOpen }: PassageRowProps) {
  const opener = useRef<HTMLButtonElement>(null)
  const closeForm = () => {
    onOpen(null)
    // The button is rendered again only after the form has closed.
    requestAnimationFrame(() => opener.current?.focus())
  }
  if (isOpen) return <PassageForm passage={passage} isDirtyRef={isDirtyRef} onDone={closeForm} />
  const editButton = canWrite && (
    <IconButton
      ref={opener}
      label={`Editar “${getPassageName(passage)}”`}
      className="-my-1.5 -mr-2"
      onClick={() => onOpen(passage._id)}
    >
      <Pencil aria-hidden="true" />
    </IconButton>
  )
  const aside = (passage.original || editButton) && (
    <span className="ml-auto flex items-center gap-2">
      {passage.original && <Badge tone="waiting">Corrigido à mão</Badge>}
      {editButton}
    </span>
  )
  return <PassageCard passage={passage} aside={aside} />
}

function PassageList({ source, canWrite, isDirtyRef }: PassageListProps) {
  const list = useInfiniteQuery(knowledgeQueries.passages(source._id))
  const [openId, setOpenId] = useState<string | null>(null)
  const passages = list.data?.pages.flatMap((page) => page.passages)
  if (!passages && list.error) return <LoadError query={list} message="Não foi possível buscar os trechos." />
  if (!passages) return <Skeleton className="h-40" />
  if (passages.length === 0) return <p className="text-ink-2 text-ui">Esta fonte ainda não tem trechos.</p>
  return (
    <>
      <ol aria-label="Trechos" className="flex flex-col gap-2.5">
        {passages.map((passage) => (
          // `content-visibility` skips the rendering of invisible passages, because a long knowledge source has hundreds.
          <li key={passage._id} className="[contain-intrinsic-size:auto_6rem] [content-visibility:auto]">
            <PassageRow
              passage={passage}
              isOpen={openId === passage._id}
              canWrite={canWrite && source.state !== 'reading' && openId === null}
              isDirtyRef={isDirtyRef}
              onOpen={setOpenId}
            />
          </li>
        ))}
      </ol>
      {list.hasNextPage && (
        <Button className="mt-3" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Mostrar mais
        </Button>
      )}
    </>
  )
}

interface PassagesDialogProps {
  source: KnowledgeSource
  /** Whether the user may edit passages and the browser is online. */
  canWrite: boolean
  onClose: () => void
}

/** Dialog with the passages of a knowledge source. Each passage can be edited in place. */
export function PassagesDialog({ source, canWrite, onClose }: PassagesDialogProps) {
  const isDirtyRef = useRef(false)
  const [isConfirmingLeave, setConfirmingLeave] = useState(false)
  const requestClose = () => {
    if (isDirtyRef.current) setConfirmingLeave(true)
    else onClose()
  }
  return (
    <Dialog
      open
      tall
      wide
      onOpenChange={(open) => !open && requestClose()}
      onBack={requestClose}
      title={source.title}
      description={
        source.state === 'reading'
          ? 'Lendo… Até terminar, os agentes respondem com os trechos de antes.'
          : `${formatPassageCount(source.passages)}, como os agentes os leem.`
      }
    >
      <PassageList source={source} canWrite={canWrite} isDirtyRef={isDirtyRef} />
      <UnsavedChangesDialog
        open={isConfirmingLeave}
        description="O que você escreveu neste trecho se perde."
        onStay={() => setConfirmingLeave(false)}
        onLeave={onClose}
      />
    </Dialog>
  )
}
